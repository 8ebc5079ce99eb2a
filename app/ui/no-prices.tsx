import { useShellContent } from '#app/router/router-context.tsx';
import { EmptyState } from './empty-state.tsx';
import { PhoneLink } from './phone-link.tsx';

export function NoPrices() {
  const telephone = useShellContent().telephone;
  return (
    <EmptyState>
      No prices posted.
      {telephone && (
        <>
          {' Call '}
          <PhoneLink number={telephone} />.
        </>
      )}
    </EmptyState>
  );
}
