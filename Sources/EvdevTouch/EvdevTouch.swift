// EvdevTouch
