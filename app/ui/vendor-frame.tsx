import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { EmbedFrame } from './embed-frame.tsx';
import { VendorLink } from './vendor-fallback.tsx';
import styles from './vendor-frame.module.css';

type VendorFrameProps = Omit<ComponentProps<typeof EmbedFrame>, 'ref' | 'onLoad'> & { subject: string };

/** Renders an iframe, and behind it a link to its page, which can be pressed until the iframe loads. */
export function VendorFrame(props: VendorFrameProps) {
  return <WatchedFrame key={props.url} {...props} />;
}

function WatchedFrame({ subject, ...props }: VendorFrameProps) {
  const isOurs = props.url.startsWith('/');
  const frame = useRef<HTMLIFrameElement>(null);
  const [hasLoaded, setHasLoaded] = useState(isOurs);

  useEffect(() => {
    // It loaded before hydration: the document of another website cannot be read.
    if (frame.current?.contentDocument === null) setHasLoaded(true);
  }, []);

  return (
    <div className={`${styles.box} no-print`} data-loaded={hasLoaded || undefined}>
      <div className={styles.words}>
        <img src="/drawings/weather.svg" alt="" width="144" height="144" loading="lazy" />
        {!isOurs && (
          // Keyboards and screen readers use the link below the iframe, which may cover this one.
          <p aria-hidden="true">
            Can't see {subject}? Open it at <VendorLink url={props.url} tabIndex={-1} />.
          </p>
        )}
      </div>
      <EmbedFrame ref={frame} onLoad={() => setHasLoaded(true)} {...props} />
    </div>
  );
}
