import { SiteHistory } from '#app/editor/history/site-history.tsx';
import { WithSession } from './with-session.tsx';

/** Renders the history of the whole website. */
export default function HistoryPage() {
  return <WithSession heading="History">{(admin) => <SiteHistory admin={admin} />}</WithSession>;
}
