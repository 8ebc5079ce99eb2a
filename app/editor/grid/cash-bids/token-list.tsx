import { useState, type FormEvent } from 'react';
import {
  API_TOKEN_DAYS,
  API_TOKEN_DAYS_DEFAULT,
  API_TOKEN_NAME_LENGTH,
  API_TOKEN_SCOPE_LABELS,
  API_TOKEN_SCOPES,
  type ApiToken,
  type ApiTokenRequest,
  type NewApiToken,
} from '#contract/api-tokens.ts';
import { calendarDay, formatDate, formatDateTime } from '#shared/date-time.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi, callAll } from '#app/editor/shell/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { LocationChoice, locationsText, type LocationName } from '#app/editor/shell/location-choice.tsx';
import { NewSecret } from '#app/editor/shell/new-secret.tsx';
import { useReloading } from '#app/editor/shell/use-reloading.tsx';
import { useQuestion } from '#app/editor/shell/confirm-dialog.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from '#app/editor/shell/credential-list.module.css';
import section from './cash-bids-section.module.css';

const HEADING = 'api-tokens';

/** Loads the tokens, and the harvest board, which has the names of all locations. */
const load = () => callAll([adminApi.apiTokens(), adminApi.harvestBoard()]);

export const TokenList = () => (
  <div className={section.tokens}>
    <h3 id={HEADING} tabIndex={-1}>
      Connected programs
    </h3>
    <Loaded from={load} noun="API tokens">
      {([tokens, { locations }]) => <Tokens initial={tokens} locations={locations} />}
    </Loaded>
  </div>
);

function Tokens({ initial, locations }: { initial: ApiToken[]; locations: readonly LocationName[] }) {
  const { timeZone } = useEditor();
  const { content: tokens, send, outcome } = useReloading(initial, adminApi.apiTokens);
  const [created, setCreated] = useState<NewApiToken>();
  const { ask, dialog } = useQuestion();

  async function create(token: ApiTokenRequest) {
    const added = await send(adminApi.createApiToken(token));
    if (added) setCreated(added);
    return added;
  }

  async function revoke({ id, name }: ApiToken) {
    const isGone = await send(
      adminApi.revokeApiToken(id),
      `Token ${name} deleted. That program can't post anymore.`,
    );
    // Move the focus, because the dialog that had it is closed.
    document.getElementById(HEADING)?.focus({ preventScroll: true });
    if (isGone && created?.id === id) setCreated(undefined);
  }

  return (
    <>
      {tokens.length === 0 && <p className={controls.hint}>No API tokens yet.</p>}
      <ul className={`${styles.list} plain-list`}>
        {tokens.map((token) => (
          <li key={token.id}>
            <span>
              <b>{token.name}</b>
              <small>
                {API_TOKEN_SCOPE_LABELS[token.scope]}
                {token.locations && ` · ${locationsText(token.locations, locations)}`} · Created{' '}
                {formatDateTime(token.createdAt, timeZone)} by {token.createdBy} ·{' '}
                {token.usedAt ? `Last used ${formatDateTime(token.usedAt, timeZone)}` : 'Not used yet'}
              </small>
              <Expiry expiresAt={token.expiresAt} />
            </span>
            <Button
              aria-label={`Delete token ${token.name}`}
              onClick={() =>
                ask({
                  heading: `Delete token ${token.name}?`,
                  text: "The program that uses it won't be able to post.",
                  confirmLabel: 'Delete token',
                  act: () => revoke(token),
                })
              }
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {created && (
        <NewSecret
          key={created.token}
          name={`Token for ${created.name}`}
          noun="Token"
          hint={`Copy this token for ${created.name} now. You won't see it again.`}
          text={created.token}
          copied="Token copied. Now paste it into your grain software."
        />
      )}
      <CreateToken locations={locations} onCreate={create} />
      {outcome}
      {dialog}
    </>
  );
}

/** Renders the form that creates a token. */
function CreateToken({
  locations,
  onCreate,
}: {
  locations: readonly LocationName[];
  /** Returns undefined if the token could not be created. */
  onCreate: (token: ApiTokenRequest) => Promise<unknown>;
}) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<NonNullable<ApiTokenRequest['days']>>(API_TOKEN_DAYS_DEFAULT);
  const [scope, setScope] = useState<ApiToken['scope']>('bids');
  const [limits, setLimits] = useState<string[] | null>(null);
  const [isCreating, setIsCreating] = useState(false);

  async function create(event: FormEvent) {
    event.preventDefault();
    if (isCreating) return;
    setIsCreating(true);
    const isCreated = await onCreate({
      name: name.trim(),
      scope,
      days,
      ...(limits && scope !== 'read' && { locations: limits }),
    });
    setIsCreating(false);
    if (isCreated) setName('');
  }

  return (
    <form className={styles.create} onSubmit={(event) => void create(event)}>
      <label htmlFor="token-name">Program name</label>
      <input
        id="token-name"
        className={controls.input}
        value={name}
        maxLength={API_TOKEN_NAME_LENGTH}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor="token-scope">Can change</label>
      <select
        id="token-scope"
        className={controls.input}
        value={scope}
        onChange={(event) => setScope(event.target.value as typeof scope)}
      >
        {API_TOKEN_SCOPES.map((each) => (
          <option key={each} value={each}>
            {API_TOKEN_SCOPE_LABELS[each]}
          </option>
        ))}
      </select>
      {scope !== 'read' && (
        <LocationChoice id="token-locations" locations={locations} chosen={limits} onChoose={setLimits} />
      )}
      <label htmlFor="token-days">Works for</label>
      <select
        id="token-days"
        className={controls.input}
        value={days}
        onChange={(event) => setDays(Number(event.target.value) as typeof days)}
      >
        {API_TOKEN_DAYS.map((each) => (
          <option key={each} value={each}>
            {each} days
          </option>
        ))}
      </select>
      <Button type="submit">Create token</Button>
    </form>
  );
}

const SOON_MS = 14 * 24 * 60 * 60_000;

function Expiry({ expiresAt }: { expiresAt: string }) {
  const { timeZone } = useEditor();
  const [openedAt] = useState(Date.now);
  const leftMs = Date.parse(expiresAt) - openedAt;
  const day = formatDate(calendarDay(new Date(expiresAt), timeZone));
  if (leftMs > SOON_MS) return <small>Expires {day}</small>;
  return (
    <small className={styles.expiry}>
      {leftMs > 0 ? `Expires soon, on ${day}.` : `Expired on ${day}. Its program can't post.`} Create a new
      token, put it into the program, and delete this one.
    </small>
  );
}
