import type { ComponentProps } from 'react';

/** Renders a lazy-loading iframe without a referrer, sandboxed unless `url` is on this site. */
export function EmbedFrame({
  title,
  url,
  ...rest
}: { title: string; url: string } & Pick<
  ComponentProps<'iframe'>,
  'className' | 'height' | 'ref' | 'onLoad'
>) {
  const isOurs = url.startsWith('/');
  return (
    // The key creates a new iframe for a new URL: changing `src` would add a browser history entry.
    <iframe
      key={url}
      title={title}
      src={url}
      loading="lazy"
      referrerPolicy="no-referrer"
      sandbox={
        isOurs ? undefined : 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
      }
      {...rest}
    />
  );
}
