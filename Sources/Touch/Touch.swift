// Touch
