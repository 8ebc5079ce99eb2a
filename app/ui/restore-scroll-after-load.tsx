import { useLayoutEffect, useState } from 'react';
import { useRouterState } from '#app/router/router-context.tsx';

/** Repeats the scroll restoration after Back once content has loaded, unless the visitor has scrolled since. */
export function RestoreScrollAfterLoad() {
  const { isReturn, scrollTo: position } = useRouterState();
  const [target] = useState(() =>
    isReturn && position !== undefined && isAt(position) ? position : undefined,
  );

  useLayoutEffect(() => {
    if (target !== undefined) scrollTo(0, target);
  }, [target]);
  return null;
}

/** Returns true if the page is scrolled to `position`, or to its end while it is too short. */
function isAt(position: number): boolean {
  const end = document.documentElement.scrollHeight - innerHeight;
  return Math.abs(scrollY - Math.min(position, end)) < 2;
}
