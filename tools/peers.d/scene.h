// The drag and the page of averages, drawn with the linked peer.
#ifndef SCENE_H
#define SCENE_H

// Makes the pictures of the drag's stars and draws all five empty.
void open_drag(void);
// Draws the columns that one contact changes; frame 0 is the first.
void drag_frame(int frame);
// Draws all five stars at their current value.
void paint_drag(void);

// Makes the pictures of the page's stars.
void open_many(void);
// Draws all 500 stars.
void many(void);

#endif
