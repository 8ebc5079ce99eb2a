import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router';
import type { PageState } from '#shared/page-content.ts';
import { createBrowserSource } from './browser/browser-source.ts';
import { createRoutes } from './routes.tsx';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';

const root = document.getElementById('root');
const state = JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState;
await nextTask();
const routes = createRoutes(state.site, createBrowserSource(state));
await loadLazyRoutes(routes);
await nextTask();
const router = createBrowserRouter(routes, { hydrationData: { loaderData: state.loaderData } });
if (root) {
  startTransition(() => {
    hydrateRoot(root, <App />);
  });
}

function App() {
  // React runs this effect after all others: no page has a Suspense boundary, which would hydrate later.
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return <RouterProvider router={router} />;
}

/** Loads the lazy routes that match the current URL, so that hydration finds their code. */
async function loadLazyRoutes(all: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(all, window.location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

/** Yields to the event loop between startup steps, so that the rendered page stays responsive. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
