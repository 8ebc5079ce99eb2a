import { useEffect, useRef } from 'react';
import type { VendorScript } from '#contract/site-embeds.ts';

/** Loads a vendor's script. `strict-dynamic` in the content security policy allows it, as our script inserts it. */
export function VendorScriptWidget({ widget }: { widget: VendorScript }) {
  const { script: url } = widget;
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.referrerPolicy = 'no-referrer';
    container.current?.append(script);
    return () => script.remove();
  }, [url]);

  return (
    <div ref={container}>
      <VendorContent widget={widget} />
    </div>
  );
}

/** Renders the element that a vendor's script fills. `startWidgetCleanup` finds leftovers by its class. */
export function VendorContent({ widget: { attributes, hasDisclaimer } }: { widget: VendorScript }) {
  return (
    <>
      {/* The vendor's script owns its content, so ignore hydration differences. */}
      <div {...attributes} className="barchart" suppressHydrationWarning />
      {hasDisclaimer && <p id="widget-disclaimer" />}
      <noscript>
        <p>Turn on JavaScript in your browser to see this page. It comes from our market data vendor.</p>
      </noscript>
    </>
  );
}
