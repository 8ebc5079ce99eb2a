import { useShellContent } from '#app/router/router-context.tsx';
import { EmptyState } from './empty-state.tsx';
import { Call } from './phone-link.tsx';

export function NoPrices() {
  const telephone = useShellContent().telephone;
  return (
    <EmptyState>
      No prices posted.
      <Call before=" Call " number={telephone} after="." />
    </EmptyState>
  );
}
