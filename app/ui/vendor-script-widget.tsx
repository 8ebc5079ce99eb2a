import { useEffect, useRef } from 'react';
import type { VendorScript } from '#contract/site-embeds.ts';

/**
 * A vendor's script and what it fills. The script stands behind its place, put in by ours, which is why the page's policy
 * lets it run.
 */
export function VendorScriptWidget({ widget }: { widget: VendorScript }) {
  const { script: address } = widget;
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.referrerPolicy = 'no-referrer';
    place.current?.append(script);
    return () => script.remove();
  }, [address]);

  return (
    <div ref={place}>
      <VendorPlace widget={widget} />
    </div>
  );
}

/**
 * What a vendor's script fills: an element of the class by which leftovers are known, and a place for the vendor's own
 * disclaimer where there is one.
 */
export function VendorPlace({ widget: { attributes, hasDisclaimer } }: { widget: VendorScript }) {
  return (
    <>
      {/* What the vendor puts into it is the vendor's. */}
      <div {...attributes} className="barchart" suppressHydrationWarning />
      {hasDisclaimer && <p id="widget-disclaimer" />}
      <noscript>
        <p>This page needs scripts: it comes from the supplier of the data.</p>
      </noscript>
    </>
  );
}
