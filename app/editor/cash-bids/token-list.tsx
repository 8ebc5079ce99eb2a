import { useState, type FormEvent } from 'react';
import { API_TOKEN_NAME_LENGTH, type ApiToken } from '#contract/api-tokens.ts';
import { momentInWords } from '#contract/date-time.ts';
import { editorCalls, type Failure } from '#app/editor/editor-calls.ts';
import { useEditor } from '#app/editor/editor-context.ts';
import { EditorLoaded } from '#app/editor/editor-loaded.tsx';
import { SignInAgain } from '#app/editor/field-parts.tsx';
import { useEditorLoad } from '#app/editor/use-editor-load.ts';
import controls from '#app/editor/controls.module.css';
import styles from './cash-bids-section.module.css';

export function TokenList() {
  const load = useEditorLoad(editorCalls.apiTokens);
  return (
    <div className={styles.tokens}>
      <h3>Programs of the office</h3>
      <p className={styles.hint}>
        A program with a token can replace the whole board, and do nothing else. What it changes is signed
        with the name of its token.
      </p>
      <EditorLoaded load={load} what="tokens">
        {(tokens) => <Tokens first={tokens} />}
      </EditorLoaded>
    </div>
  );
}

function Tokens({ first }: { first: readonly ApiToken[] }) {
  const { timeZone } = useEditor();
  const [tokens, setTokens] = useState(first);
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ name: string; token: string }>();
  const [failure, setFailure] = useState<{ of: Failure; count: number }>();
  const [told, setTold] = useState('');

  const fail = (of: Failure) => setFailure((before) => ({ of, count: (before?.count ?? 0) + 1 }));

  async function make(event: FormEvent) {
    event.preventDefault();
    const result = await editorCalls.makeApiToken(name.trim());
    if (result.outcome !== 'done') return fail(result);
    const { token, ...listed } = result.answer;
    setFailure(undefined);
    setTokens((before) => [...before, listed]);
    setMade({ name: listed.name, token });
    setName('');
  }

  async function revoke({ id, name: gone }: ApiToken) {
    const result = await editorCalls.revokeApiToken(id);
    if (result.outcome !== 'done') return fail(result);
    setFailure(undefined);
    setTokens((before) => before.filter((each) => each.id !== id));
    setMade(undefined);
    setTold(`${gone} is revoked.`);
  }

  return (
    <>
      {tokens.length === 0 && <p className={styles.hint}>No program has a token.</p>}
      <ul className={styles.list}>
        {tokens.map((token) => (
          <li key={token.id}>
            <span>
              <b>{token.name}</b>
              <small>
                made {momentInWords(token.createdAt, timeZone)} by {token.createdBy},{' '}
                {token.usedAt ? `last used ${momentInWords(token.usedAt, timeZone)}` : 'never used'}
              </small>
            </span>
            <button
              type="button"
              className={controls.button}
              aria-label={`Revoke ${token.name}`}
              onClick={() => void revoke(token)}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {made && (
        <div className={styles.made} role="group" aria-label={`Token of ${made.name}`}>
          <p>Copy the token of {made.name} now: it is shown only this once.</p>
          <input
            className={controls.input}
            aria-label="Token"
            value={made.token}
            readOnly
            onFocus={(event) => event.target.select()}
          />
        </div>
      )}
      <form className={styles.make} onSubmit={(event) => void make(event)}>
        <label htmlFor="token-name">Name of the program</label>
        <input
          id="token-name"
          className={controls.input}
          value={name}
          maxLength={API_TOKEN_NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className={controls.button}>
          Make a token
        </button>
      </form>
      {failure && (
        <p key={failure.count} className={controls.failure} role="alert">
          {failure.of.reason}
          {failure.of.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </>
  );
}
