import { useRouteLoaderData } from 'react-router';
import type { ShellContent } from '#contract/page-content.ts';

export const SHELL_ROUTE = 'shell';

/** What every public page knows besides its own content; undefined on the pages outside of it. */
export function useShellContent(): ShellContent | undefined {
  return useRouteLoaderData<ShellContent>(SHELL_ROUTE);
}
