import { loadPrices, Today } from '#app/editor/today/today.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { WithSession } from './with-session.tsx';

const sendRequests = () => ({ verified: adminApi.verify(), data: loadPrices() });

/** Renders the prices that change daily. */
export default function TodayPage() {
  return (
    <WithSession heading="Today" send={sendRequests}>
      {(admin, first) => <Today admin={admin} first={first} />}
    </WithSession>
  );
}
