import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { setUtcOffsets } from '#shared/date-time.ts';
import type { PageState } from '#shared/page-content.ts';
import { createBrowserSource } from './browser/browser-source.ts';
import { Root } from './root.tsx';
import { createRouter, routeOf } from './router/create-router.ts';
import { RouterProvider } from './router/router-context.tsx';
import { routesOf } from './routes.ts';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/live.css';

const KEEP_CURRENT_AFTER_MS = 2000;

void start();

/** Not at the top level of this module, for which the page's module would wait. */
async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState;
  const { site, path, content, shell, utcOffsets } = state;
  setUtcOffsets(site.timeZone, utcOffsets);
  const routes = routesOf(site);
  const { default: Page } = await routeOf(routes, path).load();
  await nextTask();
  const source = createBrowserSource(state);
  const router = createRouter({
    routes,
    source,
    first: { path, Page, content, shell },
  });
  await nextTask();
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <RouterProvider router={router}>
        <Root site={site} />
      </RouterProvider>,
    );
  });
  if (path.startsWith('/admin')) return;
  const { siteRevision } = state;
  // Needed ten seconds later, and not while a slow phone still loads the page.
  await new Promise((resolve) => setTimeout(resolve, KEEP_CURRENT_AFTER_MS));
  const { keepPageCurrent } = await import('./browser/live-page.ts');
  keepPageCurrent({ router, source }, { siteRevision, script: new URL(import.meta.url).pathname });
}

/** Yields to the event loop between startup steps, so that the rendered page stays responsive. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
