// The drag and the page of averages, drawn with whatever peer is linked.
#ifndef SCENE_H
#define SCENE_H

// Pictures of the drag's stars, and all five of them, empty.
void open_drag(void);
// One contact, and the columns that it changes; frame 0 is the first.
void drag_frame(int frame);
// All five stars as they are, from nothing.
void paint_drag(void);

// Pictures of the page's stars.
void open_many(void);
// All 500 of them.
void many(void);

#endif
