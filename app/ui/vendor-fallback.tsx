import type { ReactNode } from 'react';
import { Call } from './phone-link.tsx';

/** Renders where else to find what a vendor's frame shows. A page cannot detect that the frame stays empty. */
export function FrameFallback({ url, telephone }: { url: string; telephone: string }) {
  if (url.startsWith('/')) return null;
  return (
    <p data-vendor-fallback>
      Not loading? Open it at <VendorLink url={url} />
      <Call before=" or call " number={telephone} />.
    </p>
  );
}

export function VendorLink({ url, tabIndex }: { url: string; tabIndex?: number }): ReactNode {
  return (
    // In the iframe on the home page, the policy blocks other websites.
    <a href={url} className="in-text" target="_top" rel="noreferrer" tabIndex={tabIndex}>
      {new URL(url).host}
    </a>
  );
}
