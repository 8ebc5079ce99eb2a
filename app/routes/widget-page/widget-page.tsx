import type { ReactNode } from 'react';
import type { WidgetPage as WidgetPagePath } from '#contract/paths.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Page } from '#app/ui/page.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { useRouterState, useShellContent } from '#app/router/router-context.tsx';
import { FrameFallback } from '#app/ui/vendor-fallback.tsx';
import { VendorFrame } from '#app/ui/vendor-frame.tsx';
import { VendorScriptWidget } from '#app/ui/vendor-script-widget.tsx';
import styles from './widget-page.module.css';

/** Renders the vendor's widget that `site.json` sets for the current market or weather page, or else `children`. */
export function WidgetPage({ children }: { children: ReactNode }) {
  const path = useRouterState().path as WidgetPagePath;
  const { embeds, titles } = useSite();
  const title = titles[path];
  const widget = embeds.pages[path];
  if (widget === null) {
    return (
      <Page heading={title}>
        {children}
        <Questions />
      </Page>
    );
  }
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{title}</h1>
      {typeof widget === 'string' && <VendorFrame title={title} url={widget} subject="this page" />}
      <div className="wrap">
        {typeof widget === 'string' ? (
          <FrameFallback url={widget} telephone="" />
        ) : (
          <VendorScriptWidget widget={widget} path={path} title={title} />
        )}
        <Questions />
      </div>
    </div>
  );
}

function Questions() {
  const telephone = useShellContent().telephone;
  if (!telephone) return null;
  return (
    <p className={styles.questions}>
      Questions? Call <PhoneLink isInText number={telephone} />.
    </p>
  );
}
