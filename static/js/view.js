// How far an image is zoomed and which part is in the middle. Several stages may share one view.

export class View extends EventTarget {
  zoom = 1; // 1 fits the stage
  x = 0.5; // the point in the stage's middle, as a share of the image's box
  y = 0.5;
  least = 1;
  most = 8;

  set(zoom, x = this.x, y = this.y) {
    this.zoom = Math.min(this.most, Math.max(this.least, zoom));
    // No further than the edge, and centred while all of it is in view.
    const edge = Math.min(0.5, 1 / (2 * this.zoom));
    this.x = Math.min(1 - edge, Math.max(edge, x));
    this.y = Math.min(1 - edge, Math.max(edge, y));
    this.dispatchEvent(new Event("change"));
  }

  // Zoom by a factor; the point at (atX, atY), shares of the stage, stays where it is.
  zoomBy(factor, atX = 0.5, atY = 0.5) {
    const next = Math.min(this.most, Math.max(this.least, this.zoom * factor));
    const moved = 1 / this.zoom - 1 / next;
    this.set(next, this.x + (atX - 0.5) * moved, this.y + (atY - 0.5) * moved);
  }

  // Move the image by shares of the stage.
  pan(byX, byY) {
    this.set(this.zoom, this.x - byX / this.zoom, this.y - byY / this.zoom);
  }

  fit() {
    this.set(1, 0.5, 0.5);
  }
}
