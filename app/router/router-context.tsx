import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ContentPath, PageContents, ShellContent } from '#shared/page-content.ts';
import { requiredContext } from '#app/browser/required-context.ts';
import type { Router, RouterState } from './create-router.ts';
import type { Location } from './history-entries.ts';

export const [RouterContext, useRouter] = requiredContext<Router>('useRouter');
export const [StateContext, useRouterState] = requiredContext<RouterState>('useRouterState');

export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const state = useSyncExternalStore(router.subscribe, router.getState, router.getState);
  return (
    <RouterContext value={router}>
      <StateContext value={state}>{children}</StateContext>
    </RouterContext>
  );
}

export const useLocation = (): Location => useRouterState().location;
export const useNavigate = (): Router['navigate'] => useRouter().navigate;
export const useShellContent = (): ShellContent => useRouterState().shell;

/** Returns the content of the current page, whose path is one of `Path`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the page knows its paths
export function usePageContent<Path extends ContentPath>(): PageContents[Path] {
  return useRouterState().content as PageContents[Path];
}

type Blocked = { leave: () => void; stay: () => void };

/** While `isActive`, blocks navigation to other pages. Returns how to continue a blocked one, or undefined. */
export function useBlocker(isActive: boolean): Blocked | undefined {
  const { block } = useRouter();
  const [blocked, setBlocked] = useState<Blocked>();

  useLayoutEffect(() => {
    if (!isActive) return;
    const stay = () => setBlocked(undefined);
    return block((continueLeaving) => {
      const leave = () => {
        stay();
        continueLeaving();
      };
      setBlocked({ leave, stay });
    });
  }, [isActive, block]);

  return blocked;
}
