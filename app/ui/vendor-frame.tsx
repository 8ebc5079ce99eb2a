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
  const [isPending, setIsPending] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!element || isOurs) return;
    const observer = new IntersectionObserver(([entry]) => {
      // Once it has loaded, the document of another website cannot be read.
      setIsPending(entry?.isIntersecting === true && element.contentDocument !== null);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOurs]);

  return (
    <div className={`${styles.box} no-print`} data-pending={isPending || undefined}>
      <div className={styles.words}>
        <img src="/drawings/weather.svg" alt="" width="144" height="144" loading="lazy" />
        {!isOurs && (
          // Keyboards and screen readers use the link below the iframe, which may cover this one.
          <p aria-hidden="true">
            Can't see {subject}? Open it at <VendorLink url={props.url} tabIndex={-1} />.
          </p>
        )}
      </div>
      <EmbedFrame ref={frame} onLoad={() => setIsPending(false)} {...props} />
    </div>
  );
}
