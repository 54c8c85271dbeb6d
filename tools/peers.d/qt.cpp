// Qt 5's raster engine: QPainter on an image over the screen's memory, finished pictures as images of the same format.
#include "driver.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

const int peer_can[] = {CAN_RASTER | CAN_DRAG | CAN_MANY, CAN_RASTER | CAN_DRAG | CAN_MANY};
const char *peer_version() { return qVersion(); }

static QImage target, tiles[2];
static QPainter *painter;
static QImage::Format format;
static Star star;

void peer_open(const Screen *screen, int side) {
  format = screen->format == RGB565 ? QImage::Format_RGB16 : QImage::Format_RGB32;
  target = QImage(static_cast<uchar *>(screen->pixels), screen->width, screen->height, screen->pitch, format);
  painter = new QPainter(&target);
  star = star_of(side);
}

static QPainterPath path_of(const Point *points, int count) {
  QPainterPath path;
  path.moveTo(points[0].x, points[0].y);
  for (int i = 1; i < count; i++) path.lineTo(points[i].x, points[i].y);
  path.closeSubpath();
  return path;
}

static QPen pen_of(const QColor &color) {
  QPen pen(color, LINE, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
  pen.setMiterLimit(10);
  return pen;
}

static void draw(QPainter &to, double end) {
  QPainterPath path = path_of(star.corners, CORNERS);
  to.setRenderHint(QPainter::Antialiasing);
  to.fillRect(0, 0, star.side, star.side, Qt::white);
  if (end >= star.side) {
    to.fillPath(path, Qt::yellow);
  } else if (end > 0) {
    // A clip between pixels is a slow path clip in Qt, so the shape is cut instead.
    Point cut[2 * CORNERS];
    int count = clip_star(&star, end, cut);
    to.fillPath(path_of(cut, count), Qt::yellow);
  }
  to.strokePath(path, pen_of(Qt::black));
}

void peer_raster() { draw(*painter, fill_end(&star, FILL_SHARE)); }

void peer_part(int from, int to) {
  painter->setClipRect(from, 0, to - from, star.side);
  peer_raster();
  painter->setClipping(false);
}

void peer_coverage(int part) {
  painter->setRenderHint(QPainter::Antialiasing);
  QPainterPath path = path_of(star.corners, CORNERS);
  if (part == OUTLINE) {
    painter->strokePath(path, pen_of(Qt::white));
  } else {
    painter->fillPath(path, Qt::white);
  }
}

void peer_make_tiles(int side) {
  star = star_of(side);
  for (int full = 0; full < 2; full++) {
    tiles[full] = QImage(side, side, format);
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
