// StarSlider
