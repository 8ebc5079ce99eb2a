import { Call } from './phone-link.tsx';

export const NothingPosted = ({ telephone }: { telephone: string | undefined }) => (
  <p className="empty-state">
    Nothing posted right now.
    <Call before=" Call " number={telephone} after="." />
  </p>
);
