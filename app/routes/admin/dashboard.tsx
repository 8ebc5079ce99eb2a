import { DASHBOARD_PAGE } from '#contract/paths.ts';
import { Dashboard } from '#app/editor/dashboard.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { WithSession } from './with-session.tsx';

/**
 * Starts all requests in parallel with the session check. The texts and the demo content are shown with the first frame
 * of the editor: a frame without them would delay the one with them, or move the sections.
 */
function sendRequests() {
  const [texts, verified, demo] = [adminApi.allSiteTexts(), adminApi.verify(), loadDemo()];
  return { verified, data: Promise.all([texts, demo]) };
}

/** Loads whether the site has demo content. If the request fails, there is none. */
async function loadDemo() {
  const result = await adminApi.demoContent();
  return result.outcome === 'done' ? result.body : undefined;
}

/** The requests of an editor that the browser opens in full. They are sent before React hydrates the page. */
let sent =
  typeof window !== 'undefined' && window.location.pathname === DASHBOARD_PAGE ? sendRequests() : undefined;

function takeRequests() {
  const requests = sent ?? sendRequests();
  sent = undefined;
  return requests;
}

/** Renders the editor. */
export function DashboardPage() {
  return (
    <WithSession heading="Editor" send={takeRequests}>
      {(admin, [texts, demo]) => <Dashboard admin={admin} texts={texts} demo={demo} />}
    </WithSession>
  );
}
