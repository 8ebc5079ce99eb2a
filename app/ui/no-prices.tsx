import { useShellContent } from '#app/shell-content.ts';
import { Empty } from './empty.tsx';
import { PhoneLink } from './phone-link.tsx';

export function NoPrices() {
  const telephone = useShellContent()?.telephone;
  return (
    <Empty>
      No prices posted.
      {telephone && (
        <>
          {' Call '}
          <PhoneLink number={telephone} />.
        </>
      )}
    </Empty>
  );
}
