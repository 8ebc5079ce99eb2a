import { SiteHistory } from '#app/editor/history/site-history.tsx';
import { sendVerify, WithSession } from './with-session.tsx';

/** Renders the history of the whole website. */
export default function HistoryPage() {
  return (
    <WithSession heading="History" send={sendVerify}>
      {(admin) => <SiteHistory admin={admin} />}
    </WithSession>
  );
}
