import { use, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';

/**
 * A new page begins at its top, and Back returns to where one was. The router would also jump to the hash of an address
 * at once; it is shown an address without one, because the products page goes there by itself, smoothly.
 */
export function ScrollMemory() {
  const place = use(LocationContext);
  const withoutHash = useMemo(() => ({ ...place, location: { ...place.location, hash: '' } }), [place]);
  return (
    <LocationContext value={withoutHash}>
      <Restoration />
    </LocationContext>
  );
}

/** The router's own component for this writes an inline script, which the security policy refuses. */
function Restoration() {
  useScrollRestoration();
  return null;
}
