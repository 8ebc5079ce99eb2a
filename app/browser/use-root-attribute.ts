import { useLayoutEffect } from 'react';

/** Sets an attribute of the root element, for styles that would need `:has()` without it. */
export function useRootAttribute(name: `data-${string}`): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute(name, '');
    return () => root.removeAttribute(name);
  }, [name]);
}
