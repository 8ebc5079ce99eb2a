import type { Ref } from 'react';

/** Renders a lazy-loading iframe without a referrer, sandboxed unless `url` is on this site. */
export function EmbedFrame({
  title,
  url,
  className,
  height,
  ref,
}: {
  title: string;
  url: string;
  className?: string | undefined;
  /** In CSS pixels. */
  height?: number;
  ref?: Ref<HTMLIFrameElement>;
}) {
  const isOurs = url.startsWith('/');
  return (
    // The key creates a new iframe for a new URL: changing `src` would add a browser history entry.
    <iframe
      key={url}
      ref={ref}
      title={title}
      src={url}
      className={className}
      height={height}
      loading="lazy"
      referrerPolicy="no-referrer"
      sandbox={
        isOurs ? undefined : 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
      }
    />
  );
}
