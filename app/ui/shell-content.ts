import { useRouteLoaderData } from 'react-router';
import type { ShellContent } from '#shared/page-content.ts';

export const SHELL_ROUTE = 'shell';

export function useShellContent(): ShellContent | undefined {
  return useRouteLoaderData<ShellContent>(SHELL_ROUTE);
}
