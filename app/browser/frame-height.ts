/** Fits an iframe's container to its page. Keeps the default height if the page exceeds `maxPx` or is cross-origin. */
export function fitFrameHeight({ frame, maxPx }: { frame: HTMLIFrameElement; maxPx: number }): () => void {
  const observer = new ResizeObserver(([entry]) => {
    // Use `scrollHeight`: descenders of the last line may extend below the box.
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
