// Qt 5's raster engine: QPainter on an image over the screen's memory, pictures as images of the same format.
#include "driver.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

const int peer_can = CAN_RASTER | CAN_DRAG | CAN_MANY;
const char *peer_version() { return qVersion(); }

static QImage target, tiles[2];
static QPainter *painter;
static Star star;

void peer_open(const Screen *screen, int side) {
  target = QImage(reinterpret_cast<uchar *>(screen->pixels), screen->width, screen->height, screen->pitch,
                  QImage::Format_RGB32);
  painter = new QPainter(&target);
  star = star_of(side);
}

static void draw(QPainter &to, double end) {
  QPainterPath path;
  path.moveTo(star.corners[0].x, star.corners[0].y);
  for (int i = 1; i < CORNERS; i++) path.lineTo(star.corners[i].x, star.corners[i].y);
  path.closeSubpath();
  to.setRenderHint(QPainter::Antialiasing);
  to.fillRect(0, 0, star.side, star.side, Qt::white);
  if (end >= star.side) {
    to.fillPath(path, Qt::yellow);
  } else if (end > 0) {
    // A clip between pixels is a path in Qt, and slow: its good users cut the shape instead.
    Point cut[2 * CORNERS];
    int count = clip_star(&star, end, cut);
    QPainterPath part;
    part.moveTo(cut[0].x, cut[0].y);
    for (int i = 1; i < count; i++) part.lineTo(cut[i].x, cut[i].y);
    part.closeSubpath();
    to.fillPath(part, Qt::yellow);
  }
  QPen pen(Qt::black, LINE, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
  pen.setMiterLimit(10);
  to.strokePath(path, pen);
}

void peer_raster() { draw(*painter, fill_end(&star, FILL_SHARE)); }

void peer_make_tiles(int side) {
  star = star_of(side);
  for (int full = 0; full < 2; full++) {
    tiles[full] = QImage(side, side, QImage::Format_RGB32);
    QPainter to(&tiles[full]);
    draw(to, full ? side : 0);
  }
  painter->setCompositionMode(QPainter::CompositionMode_Source);
}

void peer_copy(int full, int x, int y, int from, int to) {
  if (from < to) painter->drawImage(x + from, y, tiles[full], from, 0, to - from, star.side);
}

void peer_mix(int x, int y, int column, int share) {
  peer_copy(0, x, y, column, column + 1);
  painter->setCompositionMode(QPainter::CompositionMode_SourceOver);
  painter->setOpacity(share / 256.0);
  painter->drawImage(x + column, y, tiles[1], column, 0, 1, star.side);
  painter->setOpacity(1);
  painter->setCompositionMode(QPainter::CompositionMode_Source);
}
