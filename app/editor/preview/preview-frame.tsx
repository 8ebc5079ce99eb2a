import { useEffect, useRef, useState } from 'react';
import { EMPTY_PAGE, showPage } from './show-page.ts';
import styles from './preview-pane.module.css';

function stayHere(event: Event): void {
  if ((event.target as Element).closest('a')) event.preventDefault();
}

/** Renders a page in a frame that runs no scripts, `width` pixels wide and scaled to fit. A new page starts at `hash`. */
export function PreviewFrame({
  shown,
  hash,
  width,
}: {
  shown: { path: string; html: string } | undefined;
  hash: string | undefined;
  width: number;
}) {
  const room = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const [available, setAvailable] = useState(width);
  const path = useRef('');

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width));
    observer.observe(room.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!page || !shown) return;
    const isNew = path.current !== shown.path;
    path.current = shown.path;
    if (isNew) page.body.replaceChildren();
    showPage(page, shown.html);
    if (!isNew) return;
    page.defaultView?.scrollTo(0, 0);
    if (hash) page.getElementById(hash)?.scrollIntoView();
  }, [page, shown, hash]);

  const scale = Math.min(1, available / width);
  return (
    <div ref={room} className={styles.room}>
      <iframe
        title="The page"
        className={styles.frame}
        // Without scripts. The editor changes the page in it.
        sandbox="allow-same-origin"
        srcDoc={EMPTY_PAGE}
        style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          contentDocument?.addEventListener('click', stayHere);
          setPage(contentDocument);
        }}
      />
    </div>
  );
}
