import { use, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';

/**
 * Restores the scroll position on Back and scrolls to the top of new pages. Hides the URL hash from the router, which
 * would jump to it instantly; `HashScroll` scrolls there smoothly.
 */
export function ScrollRestoration() {
  const context = use(LocationContext);
  const withoutHash = useMemo(() => ({ ...context, location: { ...context.location, hash: '' } }), [context]);
  return (
    <LocationContext value={withoutHash}>
      <Restoration />
    </LocationContext>
  );
}

/** Replaces the router's `ScrollRestoration` component, whose inline script the content security policy blocks. */
function Restoration() {
  useScrollRestoration();
  return null;
}
