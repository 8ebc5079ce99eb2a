/** From here to the edge of the window the page goes on, in CSS pixels. At the top the editor's bar is within it. */
const EDGE_PX = 112;
/** Per frame, with the pointer at the very edge. */
const FASTEST_PX = 18;

/** Lets the page go on while something is dragged to its upper or lower edge, so that it can go further than one sees. */
export function createEdgeScroll() {
  let pointerY = 0;
  let frame: number | undefined;

  function step() {
    const under = Math.max(0, pointerY - (window.innerHeight - EDGE_PX));
    const above = Math.max(0, EDGE_PX - pointerY);
    const top = (Math.min(under - above, EDGE_PX) / EDGE_PX) * FASTEST_PX;
    if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
    frame = requestAnimationFrame(step);
  }

  return {
    /** The pointer is at this height of the window now. */
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
