// FramebufferDisplay
