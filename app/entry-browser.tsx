import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import type { PageState } from '#contract/page-content.ts';
import { createBrowserSource } from './browser/browser-source.ts';
import { createRoutes } from './routes.tsx';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';

const root = document.getElementById('root');
const state = JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState;

const router = createBrowserRouter(createRoutes(state.site, createBrowserSource(state)), {
  hydrationData: { loaderData: state.loaderData },
});

if (root) {
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />);
  });
}
