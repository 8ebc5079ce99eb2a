import { useRef, useState, type SubmitEvent } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { addressOf, PAGE_MAX_LENGTH, type OwnPage, type OwnPageSummary } from '#contract/own-pages.ts';
import { Link } from '#app/router/link.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { adminApi, type Failure } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { useFocusWhenLost } from '#app/editor/field/use-removals.ts';
import controls from '#app/editor/frame/controls.module.css';
import { newPage, toPage, toText } from './page-draft.ts';
import { LIST_PATH } from './page-path.ts';
import styles from './pages-editor.module.css';

const DELETE_LABELS = { idle: 'Delete', running: 'Deleting…', failed: 'Not deleted' } as const;
const UNDO_LABELS = { idle: 'Undo', running: 'Restoring…', failed: 'Not restored' } as const;

export function PageList() {
  const load = useEditorQuery(adminApi.ownPages);
  return (
    <>
      <h1>Pages of your own</h1>
      <p className={styles.hint}>
        Visitors find a page by its address, and by your menu if you put it there. A hidden page is for you
        only.
      </p>
      <EditorQueryView query={load} noun="pages">
        {({ pages }, version) => <LoadedList key={version} first={pages} version={version} />}
      </EditorQueryView>
    </>
  );
}

type Deleted = { page: OwnPageSummary; position: number; changes: string | undefined; version: VersionId };

function LoadedList({ first, version: loaded }: { first: OwnPageSummary[]; version: VersionId }) {
  const [pages, setPages] = useState(first);
  const [version, setVersion] = useState(loaded);
  const [deleted, setDeleted] = useState<readonly Deleted[]>([]);
  const [status, setStatus] = useState('');
  const focusWhenLost = useFocusWhenLost();
  const [failure, setFailure] = useState<{ of: Failure; count: number }>();

  function fail(of: Failure): Failure {
    setFailure((before) => ({ of, count: (before?.count ?? 0) + 1 }));
    return of;
  }

  /** Shows what the server has, such as after someone else has changed it. */
  async function reload() {
    const result = await adminApi.ownPages();
    if (result.outcome !== 'done') return;
    setPages(result.body.pages);
    setVersion(result.version);
  }

  async function move(page: OwnPageSummary, to: number) {
    const next = moved(pages, (each) => each === page, to);
    keepFocus(() => {
      setPages(next);
      setStatus(`${page.title} moved to position ${to + 1}.`);
    });
    const result = await adminApi.orderOwnPages(
      next.map(({ id }) => id),
      version,
    );
    if (result.outcome === 'done') {
      // It can include moves of others.
      setPages(result.body.content);
      setVersion(result.version);
      setFailure(undefined);
      return;
    }
    fail(result);
    await reload();
  }

  async function change(page: OwnPageSummary, changes: Partial<Pick<OwnPageSummary, 'inMenu' | 'hidden'>>) {
    const found = await adminApi.ownPage(page.id);
    if (found.outcome !== 'done') return void fail(found);
    const result = await adminApi.saveOwnPage({ ...found.body, ...changes }, found.version);
    if (result.outcome !== 'done') return void fail(result);
    const { inMenu, hidden } = result.body.content;
    setPages((before) => before.map((each) => (each.id === page.id ? { ...each, inMenu, hidden } : each)));
    setFailure(undefined);
    setStatus(
      `${page.title} is ${hidden ? 'hidden' : 'on your website'}${inMenu && !hidden ? ', and in the menu' : ''}.`,
    );
  }

  async function remove(page: OwnPageSummary, position: number): Promise<Failure | undefined> {
    const found = await adminApi.ownPage(page.id);
    if (found.outcome !== 'done') return found;
    const result = await adminApi.deleteOwnPage(page.id, found.version);
    if (result.outcome !== 'done') return result;
    setPages((before) => before.filter(({ id }) => id !== page.id));
    setDeleted((before) => [...before, { page, position, changes: result.changes, version: result.version }]);
    setStatus(`${page.title} deleted.`);
    focusWhenLost(undoId(page.id));
    return undefined;
  }

  async function undo({ page, changes, version: at }: Deleted): Promise<Failure | undefined> {
    const result = await adminApi.restoreChanges(changes ?? '', at);
    if (result.outcome !== 'done') return result;
    await reload();
    setDeleted((before) => before.filter((each) => each.page.id !== page.id));
    setStatus(`${page.title} restored.`);
    focusWhenLost(linkId(page.id));
    return undefined;
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {failure && (
        <p key={failure.count} className={controls.failure} role="alert">
          {failure.of.reason}
          {failure.of.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
      <AddPage isFirst={pages.length === 0 && deleted.length === 0} />
      <ol className={`${styles.list} plain-list`}>
        {pages.map((page, position) => (
          <PageRow
            key={page.id}
            page={page}
            position={position}
            count={pages.length}
            onMove={(to) => void move(page, to)}
            onChange={(changes) => change(page, changes)}
            onRemove={() => remove(page, position)}
          />
        ))}
        {deleted.map((each) => (
          <li key={each.page.id} className={styles.deleted} data-removed>
            <p id={`${undoId(each.page.id)}-text`}>{each.page.title} deleted.</p>
            <RequestButton
              id={undoId(each.page.id)}
              labels={UNDO_LABELS}
              describedBy={`${undoId(each.page.id)}-text`}
              onPress={() => undo(each)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

const undoId = (id: string) => `undo-page-${id}`;
const linkId = (id: string) => `page-link-${id}`;

function PageRow({
  page,
  position,
  count,
  onMove,
  onChange,
  onRemove,
}: {
  page: OwnPageSummary;
  position: number;
  count: number;
  onMove: (to: number) => void;
  onChange: (changes: Partial<Pick<OwnPageSummary, 'inMenu' | 'hidden'>>) => Promise<void>;
  onRemove: () => Promise<Failure | undefined>;
}) {
  const { id, title, address, inMenu, hidden } = page;
  const [isDragged, setIsDragged] = useState(false);
  /** What was pressed, until the server has responded. */
  const [pending, setPending] = useState<Partial<Pick<OwnPageSummary, 'inMenu' | 'hidden'>>>({});

  async function toggle(changes: typeof pending) {
    setPending(changes);
    await onChange(changes);
    setPending({});
  }

  return (
    <li className={styles.row} data-dragged={isDragged}>
      <div className={styles.what}>
        <Link id={linkId(id)} className={styles.title} to={`${LIST_PATH}/${id}`}>
          {title}
        </Link>
        <SiteLink to={`/${address}`}>/{address}</SiteLink>
        {hidden && <span className={styles.chip}>Hidden</span>}
      </div>
      <div className={styles.actions} role="group" aria-label={title}>
        <div className={styles.checks}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={pending.hidden === undefined ? !hidden : !pending.hidden}
              onChange={({ target }) => void toggle({ hidden: !target.checked })}
            />
            On your website
          </label>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={pending.inMenu ?? inMenu}
              onChange={({ target }) => void toggle({ inMenu: target.checked })}
            />
            In the menu
          </label>
        </div>
        <div className={styles.controls}>
          <ReorderControls
            position={position}
            count={count}
            itemName={title}
            onMove={onMove}
            onDrag={setIsDragged}
          />
          <RequestButton labels={DELETE_LABELS} describedBy={linkId(id)} onPress={onRemove} />
        </div>
      </div>
    </li>
  );
}

/** Field of the draft. */
const NEW_PAGE = 'new-page';

const IDEAS = [
  { title: 'Careers', text: 'Open jobs, pay, and a form to download.' },
  { title: 'Membership', text: 'Who can join, how to join, and what members get.' },
  { title: 'Feed', text: 'Brands, bags and bulk, and the number to call.' },
  { title: 'Annual Meeting', text: "Date, place, agenda, and last year's report." },
] as const;

/** Renders the form that adds a page, and then opens its editor. Before the first page, also ideas to start with. */
function AddPage({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate();
  const { drafts } = useEditor();
  // With an id which stays the same for a repeated attempt, so that the page is added once.
  const [page, setPage] = useState(() => {
    const { title = '', address = '' } = toPage(drafts.find(NEW_PAGE)?.text ?? '') ?? {};
    return newPage(title, address);
  });
  const [failure, setFailure] = useState<{ of: Failure; count: number }>();
  const isBusy = useRef(false);

  function type(changes: Partial<Pick<OwnPage, 'title' | 'address'>>) {
    const next = { ...page, ...changes };
    setPage(next);
    if (next.title === '' && next.address === '') drafts.remove(NEW_PAGE);
    else drafts.save(NEW_PAGE, { text: toText(next), base: '', section: NEW_PAGE });
  }

  /** The address follows the title until it is typed. */
  const typeTitle = (title: string) =>
    type(page.address === addressOf(page.title) ? { title, address: addressOf(title) } : { title });

  function use(idea: string) {
    type({ title: idea, address: addressOf(idea) });
    document.getElementById('new-page-title')?.focus();
  }

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const result = await adminApi.addOwnPage(page);
    isBusy.current = false;
    if (result.outcome !== 'done') {
      setFailure((before) => ({ of: result, count: (before?.count ?? 0) + 1 }));
      return;
    }
    drafts.remove(NEW_PAGE);
    await navigate(`${LIST_PATH}/${result.body.content.id}`);
  }

  return (
    <>
      <form className={styles.add} onSubmit={(event) => void add(event)}>
        <h2>Add a page</h2>
        <div>
          <label htmlFor="new-page-title">Title</label>
          <LimitedInput
            id="new-page-title"
            className={controls.input}
            value={page.title}
            required
            maxLength={PAGE_MAX_LENGTH.title}
            aria-describedby="new-page-hint"
            onType={typeTitle}
          />
        </div>
        <div>
          <label htmlFor="new-page-address">Address</label>
          <LimitedInput
            id="new-page-address"
            className={controls.input}
            value={page.address}
            required
            maxLength={PAGE_MAX_LENGTH.address}
            aria-describedby="new-page-hint"
            onType={(address) => type({ address })}
          />
        </div>
        <p id="new-page-hint" className={styles.hint}>
          The address is the end of the web address, such as annual-meeting. A new page is hidden until you
          show it.
        </p>
        <button type="submit" className={controls.button}>
          Add page
        </button>
        <div role="alert">
          {failure && (
            <p key={failure.count} className={controls.failure}>
              {failure.of.reason}
              {failure.of.outcome === 'signed-out' && <SignInAgain />}
            </p>
          )}
        </div>
      </form>
      {isFirst && (
        <section className={styles.ideas} aria-labelledby="page-ideas">
          <h2 id="page-ideas">No pages yet. Start with one of these?</h2>
          <ul className={`${styles.list} plain-list`}>
            {IDEAS.map((idea) => (
              <li key={idea.title} className={styles.row}>
                <p>
                  <strong>{idea.title}</strong>
                  <br />
                  {idea.text}
                </p>
                <button type="button" className={controls.button} onClick={() => use(idea.title)}>
                  Use this title<span className="visually-hidden"> {idea.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
