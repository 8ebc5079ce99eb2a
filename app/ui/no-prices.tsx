import { useShellContent } from '#app/router/router-context.tsx';
import { Call } from './phone-link.tsx';

export function NoPrices() {
  const telephone = useShellContent().telephone;
  return (
    <p className="empty-state">
      No prices posted.
      <Call before=" Call " number={telephone} after="." />
    </p>
  );
}
