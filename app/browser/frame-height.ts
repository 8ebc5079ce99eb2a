/**
 * Keeps the box of a frame as high as the page in it, however its lines break. A page that is higher than `maxPx`, is not
 * there yet, or is another origin's, leaves the box as high as its styles make it.
 */
export function fitFrameHeight({ frame, maxPx }: { frame: HTMLIFrameElement; maxPx: number }): () => void {
  const observer = new ResizeObserver(([entry]) => {
    // Letters of a last line may reach below the box: the height that scrolls counts.
    const heightPx = entry?.target.scrollHeight ?? 0;
    const fits = heightPx > 0 && heightPx <= maxPx;
    if (frame.parentElement) frame.parentElement.style.height = fits ? `${heightPx}px` : '';
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
