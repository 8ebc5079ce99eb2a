/**
 * Keeps a frame as high as the page in it, up to a limit, however its lines break. A page that is not there yet, or is
 * another origin's, leaves the frame as it is.
 */
export function fitFrameHeight({ frame, maxPx }: { frame: HTMLIFrameElement; maxPx: number }): () => void {
  const observer = new ResizeObserver(([entry]) => {
    // Letters of a last line may reach below the box: the height that scrolls counts.
    const heightPx = entry?.target.scrollHeight ?? 0;
    if (heightPx > 0) frame.height = String(Math.min(heightPx, maxPx));
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
