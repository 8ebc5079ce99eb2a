/**
 * Keeps a frame as high as the page in it, however its lines break, up to a limit: it ends then with the last section that
 * fits whole, so that none is cut; the rest is scrolled to. A page that is not there yet, or is another origin's, leaves
 * the frame as it is.
 */
export function fitFrameHeight({ frame, maxPx }: { frame: HTMLIFrameElement; maxPx: number }): () => void {
  const observer = new ResizeObserver(([entry]) => {
    // Letters of a last line may reach below the box: the height that scrolls counts.
    const heightPx = entry?.target.scrollHeight ?? 0;
    if (entry && heightPx > 0) {
      frame.height = String(heightPx > maxPx ? lastEnd(entry.target, maxPx) : heightPx);
    }
  });
  const watch = () => {
    observer.disconnect();
    const page = frame.contentDocument;
    if (page?.readyState === 'complete' && page.URL !== 'about:blank') observer.observe(page.body);
  };
  frame.addEventListener('load', watch);
  watch();
  return () => {
    frame.removeEventListener('load', watch);
    observer.disconnect();
  };
}

/** Where the last section ends that fits; the limit, when not even the first does. */
const lastEnd = (page: Element, limitPx: number) =>
  [...page.querySelectorAll('section')]
    .map((section) => Math.round(section.offsetTop + section.offsetHeight))
    .findLast((endPx) => endPx <= limitPx) ?? limitPx;
