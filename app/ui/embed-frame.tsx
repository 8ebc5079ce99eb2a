/** A frame of somebody else's page: loaded late, without a referrer, and shut in unless it is a page of ours. */
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
    // A changed address in a living frame would add an entry to the browser's history; a new frame does not.
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
