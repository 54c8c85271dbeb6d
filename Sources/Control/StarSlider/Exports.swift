// A program needs one import, so this module also exports the modules that its interface uses. Swift has no other way to do this:
// docs/decisions/0001-layers.md.

@_exported import Geometry
@_exported import Raster
@_exported import Rating
