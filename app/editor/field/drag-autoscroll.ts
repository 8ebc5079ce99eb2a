/** Distance from the window's edge at which scrolling starts, in CSS pixels. It includes the editor's top bar. */
const EDGE_PX = 112;
/** Maximum speed, reached at the edge itself, in pixels per frame. */
const FASTEST_PX = 18;

/** Returns the speed at a position of the pointer, which may be outside the window. */
export function speedAt(pointerY: number, windowHeight: number): number {
  const under = Math.max(0, pointerY - (windowHeight - EDGE_PX));
  const above = Math.max(0, EDGE_PX - pointerY);
  return Math.min(1, Math.max(-1, (under - above) / EDGE_PX)) * FASTEST_PX;
}

/** Creates an autoscroller, which scrolls the page while an item is dragged to the top or bottom edge of the window. */
export function createDragAutoscroll() {
  let pointerY = 0;
  let frame: number | undefined;

  function step() {
    const top = speedAt(pointerY, window.innerHeight);
    if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
    frame = requestAnimationFrame(step);
  }

  return {
    follow(clientY: number) {
      pointerY = clientY;
      frame ??= requestAnimationFrame(step);
    },
    end() {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
