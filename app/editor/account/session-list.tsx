import { API } from '#contract/paths.ts';
import type { SessionInfo } from '#contract/sessions.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { call } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { useReloading } from '#app/editor/shell/use-reloading.tsx';
import styles from '#app/editor/shell/credential-list.module.css';

const load = () => call<SessionInfo[]>(API.sessions);
const pathOf = ({ id }: SessionInfo) => `${API.sessions}/${id}`;
const post = (path: string) => call<object>(path, { method: 'POST', body: undefined });

/** Renders the administrator's own sessions and, for an owner, those of others. */
export const SessionList = () => (
  <div className={styles.part}>
    <h3>Where you're signed in</h3>
    <Loaded from={load} noun="sessions">
      {(sessions) => <List initial={sessions} />}
    </Loaded>
  </div>
);

function List({ initial }: { initial: SessionInfo[] }) {
  const { admin, timeZone } = useEditor();
  const { content: sessions, send, outcome } = useReloading(initial, load);
  const own = sessions.filter(({ username }) => username === admin.username);
  const others = sessions.filter(({ username }) => username !== admin.username);

  const end = (session: SessionInfo, message = 'That session was ended.') =>
    send(call<object>(pathOf(session), { method: 'DELETE' }), message);

  async function endStranger(session: SessionInfo) {
    const message = 'That session was ended. Now choose a new password, so that no one can sign in again.';
    if (await end(session, message)) document.getElementById('current-password')?.focus();
  }

  const rowOf = (session: SessionInfo) => {
    const { id, username, browser, address, createdAt, seenAt, isCurrent, isNew } = session;
    const isOwn = username === admin.username;
    const isStrange = isOwn && isNew && !isCurrent;
    const name = [!isOwn && username, browser || 'Unknown browser', address].filter(Boolean).join(' · ');
    return (
      <li key={id}>
        <span>
          <b>{name}</b>
          {isStrange && <small className={styles.expiry}>New browser. Was this you?</small>}
          <small>
            {isCurrent ? 'This device · ' : `Last seen ${formatDateTime(seenAt, timeZone)} · `}
            Signed in {formatDateTime(createdAt, timeZone)}
          </small>
        </span>
        {isStrange ? (
          <div className={styles.buttons}>
            <Button onClick={() => void send(post(`${pathOf(session)}/known`))}>That was me</Button>
            <Button onClick={() => void endStranger(session)}>That wasn't me</Button>
          </div>
        ) : (
          !isCurrent && (
            <Button aria-label={`End session of ${name}`} onClick={() => void end(session)}>
              End
            </Button>
          )
        )}
      </li>
    );
  };

  return (
    <>
      <ul className={`${styles.list} plain-list`}>{own.map(rowOf)}</ul>
      {own.length > 1 && (
        <Button
          onClick={() => void send(post(API.otherSessions), "You've been signed out on all other devices.")}
        >
          End all others
        </Button>
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.part}>Where others are signed in</h3>
          <ul className={`${styles.list} plain-list`}>{others.map(rowOf)}</ul>
        </>
      )}
      {outcome}
    </>
  );
}
