import { API } from '#contract/paths.ts';
import { HARVEST_HASH, loadPrices, Today } from '#app/editor/today/today.tsx';
import { adminApi, preload } from '#app/editor/shell/admin-api.ts';
import { WithSession } from './with-session.tsx';

/** Requests only what the tab shows first. */
function sendRequests() {
  const verified = adminApi.verify();
  if (window.location.hash !== HARVEST_HASH) return { verified, data: loadPrices() };
  preload([API.harvestBoard]);
  return { verified, data: Promise.resolve(undefined) };
}

/** Renders the prices that change daily, and the harvest board. */
export default function TodayPage() {
  return (
    <WithSession heading="Today" send={sendRequests}>
      {(admin, first) => <Today admin={admin} first={first} />}
    </WithSession>
  );
}
