import type { WidgetPage as WidgetPagePath } from '#contract/paths.ts';
import { useSite } from '#app/ui/site-context.ts';
import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { VendorScriptWidget } from '#app/ui/vendor-script-widget.tsx';
import styles from './widget-page.module.css';

/** Renders a page for a market or weather widget, which is empty unless `site.json` configures one. */
export function WidgetPage({ path }: { path: WidgetPagePath }) {
  const { embeds, titles } = useSite();
  const title = titles[path];
  const widget = embeds.pages[path];
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{title}</h1>
      {typeof widget === 'string' && <EmbedFrame title={title} url={widget} />}
      {typeof widget === 'object' && widget && (
        <div className="wrap">
          <VendorScriptWidget widget={widget} />
        </div>
      )}
    </div>
  );
}
