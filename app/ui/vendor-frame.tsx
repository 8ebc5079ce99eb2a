import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { watchLateFrame } from '#app/browser/late-frame.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { VendorLink } from './vendor-fallback.tsx';
import styles from './vendor-frame.module.css';

type VendorFrameProps = Omit<ComponentProps<typeof EmbedFrame>, 'ref'> & { subject: string };

/** Renders an iframe, and in its place a link to its page while it does not load. The height never changes. */
export function VendorFrame(props: VendorFrameProps) {
  return <WatchedFrame key={props.url} {...props} />;
}

function WatchedFrame({ subject, ...props }: VendorFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLate, setIsLate] = useState(false);

  useEffect(() => (frame.current ? watchLateFrame(frame.current, setIsLate) : undefined), []);

  return (
    <div className={`${styles.box} no-print`} data-late={isLate || undefined}>
      <div className={styles.words} aria-live="polite">
        {!props.url.startsWith('/') && (
          <>
            <p hidden={!isLate}>
              Can't see {subject}? Open it at <VendorLink url={props.url} />.
            </p>
            {/* Without a link, which the iframe would cover. */}
            <p className={styles.withoutScripts}>Can't see {subject}? Use the link below.</p>
          </>
        )}
      </div>
      <EmbedFrame ref={frame} {...props} />
    </div>
  );
}
