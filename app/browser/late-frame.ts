export const FRAME_LATE_MS = 8000;

/**
 * Calls `show` with true when an iframe has not loaded eight seconds after it came into view, and with false when it
 * loads. A page cannot detect that an iframe has loaded an error page.
 */
export function watchLateFrame(frame: HTMLIFrameElement, show: (isLate: boolean) => void): () => void {
  if (hasLoaded(frame)) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A lazy iframe far below the window has not even started to load.
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    timer = setTimeout(() => show(true), FRAME_LATE_MS);
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    frame.removeEventListener('load', onLoad);
  };
  function onLoad() {
    stop();
    show(false);
  }
  observer.observe(frame);
  frame.addEventListener('load', onLoad);
  return stop;
}

/** Returns true for an iframe that loaded before hydration: its document is not the initial one. */
function hasLoaded({ contentDocument: page }: HTMLIFrameElement): boolean {
  return page === null || (page.URL !== 'about:blank' && page.readyState === 'complete');
}
