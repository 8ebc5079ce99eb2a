/** Renders a lazy-loading iframe without a referrer, sandboxed unless the page is on this site. */
export function EmbedFrame({
  title,
  address,
  className,
}: {
  title: string;
  address: string;
  className?: string | undefined;
}) {
  const isOurs = address.startsWith('/');
  return (
    // The key creates a new iframe for a new URL: changing `src` would add a browser history entry.
    <iframe
      key={address}
      title={title}
      src={address}
      className={className}
      loading="lazy"
      referrerPolicy="no-referrer"
      sandbox={
        isOurs ? undefined : 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
      }
    />
  );
}
