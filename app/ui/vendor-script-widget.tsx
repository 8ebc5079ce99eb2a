import { useEffect, useRef, useState, type Ref } from 'react';
import type { VendorScript } from '#contract/site-embeds.ts';
import { vendorFrameOf } from '#contract/paths.ts';
import { VENDOR_SANDBOX, watchVendorFrame, type VendorState } from '#shared/vendor-frame.ts';
import { useShellContent } from '#app/router/router-context.tsx';
import { Call } from './phone-link.tsx';
import { VendorLink } from './vendor-fallback.tsx';

/** Shows a vendor's script in an iframe, and keeps the iframe as high as its content. */
export function VendorScriptWidget(props: { widget: VendorScript; path: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<VendorState>();
  const telephone = useShellContent().telephone;

  useEffect(() => (frame.current ? watchVendorFrame(frame.current, setState) : undefined), []);

  return (
    // React removes the whole element, whose children `startWidgetCleanup` may have removed.
    <div>
      <VendorContent {...props} {...state} frame={frame} telephone={telephone} />
    </div>
  );
}

/**
 * Renders the iframe with a vendor's script, and the sentence that says where else to look when the script fails. `path`
 * is that of the page. `startWidgetCleanup` finds the iframe by its class.
 */
export function VendorContent({
  widget: { hasDisclaimer, page },
  path,
  title,
  telephone,
  frame,
  isFailed = false,
  disclaimer = '',
}: {
  widget: VendorScript;
  path: string;
  title: string;
  telephone: string;
  frame?: Ref<HTMLIFrameElement>;
} & Partial<VendorState>) {
  return (
    <>
      {/* A screen reader announces what appears in this element. */}
      <div role="status">
        <p data-vendor-fallback hidden={!isFailed}>
          Our data vendor isn't responding.{' '}
          {page === undefined ? (
            <a href={path}>Try again</a>
          ) : (
            <>
              Open this page at <VendorLink url={page} />
            </>
          )}
          <Call before=" or call " number={telephone} />.
        </p>
      </div>
      <iframe
        ref={frame}
        className="barchart"
        title={title}
        src={vendorFrameOf(path)}
        sandbox={VENDOR_SANDBOX}
      />
      {hasDisclaimer && <p id="widget-disclaimer">{disclaimer}</p>}
      <noscript>
        <p data-vendor-fallback>
          This page comes from our data vendor and needs JavaScript. Turn it on in your browser
          {page !== undefined && (
            <>
              , open the page at <VendorLink url={page} />
              {telephone && ','}
            </>
          )}
          <Call before=" or call " number={telephone} />.
        </p>
      </noscript>
    </>
  );
}
