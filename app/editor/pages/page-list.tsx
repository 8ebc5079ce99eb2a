import { useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { OwnPage, OwnPageList, OwnPageSummary } from '#contract/own-pages.ts';
import { Link } from '#app/router/link.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { adminApi, sendSave, type Failure } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { RemovedLine, removedMessage, restoredMessage, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { withRemovals } from '#app/editor/field/removals.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import { AddPage } from './add-page.tsx';
import { Check } from './page-fields.tsx';
import { LIST_PATH, saveOfPage } from './page-draft.ts';
import styles from './pages-editor.module.css';

const DELETE_LABELS = { idle: 'Delete', running: 'Deleting…', failed: 'Not deleted' } as const;

export function PageList() {
  const load = useEditorQuery(adminApi.ownPages);
  return (
    <>
      <h1>Custom pages</h1>
      <EditorQueryView query={load} noun="pages">
        {(list, version) => <LoadedList key={version} first={list} version={version} />}
      </EditorQueryView>
    </>
  );
}

/** A page and, once it is deleted, the change that undo takes back. */
type Page = OwnPageSummary & {
  isUnreadable?: boolean;
  deletion?: { changes: string; version: VersionId };
};

const pagesIn = ({ unreadable = [], pages }: OwnPageList): Page[] => [
  ...unreadable.map((page) => ({ ...page, isUnreadable: true })),
  ...pages,
];

function LoadedList({ first, version: loaded }: { first: OwnPageList; version: VersionId }) {
  const [pages, setPages] = useState(pagesIn(first));
  const [version, setVersion] = useState(loaded);
  const { removals, remember, forget } = useRemovals<Page>('pages-deleted');
  const [status, setStatus] = useState('');
  const focusWhenLost = useFocusWhenLost();
  const [failure, setFailure] = useFailure();

  /** Shows what the server has, such as after someone else has changed it. */
  async function reload() {
    const result = await adminApi.ownPages();
    if (result.outcome !== 'done') return;
    setPages(pagesIn(result.body));
    setVersion(result.version);
  }

  async function move(page: Page, to: number) {
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
      setPages([...pages.filter(({ isUnreadable }) => isUnreadable), ...result.body.content]);
      setVersion(result.version);
      setFailure(undefined);
      return;
    }
    setFailure(result);
    await reload();
  }

  async function change(page: OwnPageSummary, changes: Partial<Pick<OwnPageSummary, 'inMenu' | 'hidden'>>) {
    const found = await adminApi.ownPage(page.id);
    if (found.outcome !== 'done') return setFailure(found);
    const result = await sendSave<OwnPage>(saveOfPage({ ...found.body, ...changes }), found.version);
    if (result.outcome !== 'done') return setFailure(result);
    const { inMenu, hidden } = result.body.content;
    const changed: Page = { ...page, inMenu, hidden, isUnreadable: false };
    setPages((before) => before.map((each) => (each.id === page.id ? changed : each)));
    setFailure(undefined);
    setStatus(
      `${page.title} is ${hidden ? 'hidden' : 'on your website'}${inMenu && !hidden ? ', and in the menu' : ''}.`,
    );
  }

  async function remove(page: Page): Promise<Failure | undefined> {
    const found = await adminApi.ownPage(page.id);
    // The log of an unreadable page can be damaged, too.
    if (found.outcome !== 'done' && !page.isUnreadable) return found;
    const at = found.outcome === 'done' ? found.version : version;
    const result = await adminApi.deleteOwnPage(page.id, at);
    if (result.outcome !== 'done') return result;
    const deletion = { changes: result.changes ?? '', version: result.version };
    remember(page.id, {
      draft: pages.map((each) => (each === page ? { ...page, deletion } : each)),
      saved: [],
    });
    setPages((before) => before.filter(({ id }) => id !== page.id));
    setStatus(removedMessage(page.title));
    focusWhenLost(undoIdOf(page.id));
    return undefined;
  }

  async function undo({ id, title, deletion }: Page): Promise<Failure | undefined> {
    const { changes = '', version: at = version } = deletion ?? {};
    const result = await adminApi.restoreChanges(changes, at);
    if (result.outcome !== 'done') return result;
    await reload();
    forget(id);
    setStatus(restoredMessage(title));
    focusWhenLost(linkId(id));
    return undefined;
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <FailureAlert failure={failure} />
      <AddPage list={first} isFirst={pages.length === 0 && removals.length === 0} />
      <ol className={`${styles.list} plain-list`}>
        {withRemovals<Page>(pages, removals).map(({ id, item: page, position, removal }) =>
          removal ? (
            <RemovedLine key={id} id={id} name={removal.item.title} onUndo={() => undo(removal.item)} />
          ) : (
            <PageRow
              key={id}
              page={page}
              position={position}
              count={pages.length}
              onMove={(to) => void move(page, to)}
              onChange={(changes) => change(page, changes)}
              onRemove={() => remove(page)}
            />
          ),
        )}
      </ol>
    </>
  );
}

const linkId = (id: string) => `page-link-${id}`;

function PageRow({
  page,
  position,
  count,
  onMove,
  onChange,
  onRemove,
}: {
  page: Page;
  position: number;
  count: number;
  onMove: (to: number) => void;
  onChange: (changes: Partial<Pick<OwnPageSummary, 'inMenu' | 'hidden'>>) => Promise<void>;
  onRemove: () => Promise<Failure | undefined>;
}) {
  const { id, title, address, inMenu, hidden } = page;
  /** What was pressed, until the server has responded. */
  const [pending, setPending] = useState<Partial<Pick<OwnPageSummary, 'inMenu' | 'hidden'>>>({});

  async function toggle(changes: typeof pending) {
    setPending(changes);
    await onChange(changes);
    setPending({});
  }

  const deletion = <RequestButton labels={DELETE_LABELS} describedBy={linkId(id)} onPress={onRemove} />;
  if (page.isUnreadable)
    return (
      <li className={styles.row}>
        <p id={linkId(id)}>
          <strong>{title}</strong> (/{address}) is damaged, and visitors may not see it. Restore the version
          that was saved last, or delete it.
        </p>
        <div className={styles.controls} role="group" aria-label={title}>
          <Button onClick={() => void onChange({})}>Restore</Button>
          {deletion}
        </div>
      </li>
    );

  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link id={linkId(id)} className={styles.title} to={`${LIST_PATH}/${id}`}>
          {title}
        </Link>
        <SiteLink to={`/${address}`}>/{address}</SiteLink>
        {hidden && <span className={styles.chip}>Hidden</span>}
      </div>
      <div className={styles.actions} role="group" aria-label={title}>
        <div className={styles.checks}>
          <Check
            label="On your website"
            isChecked={!(pending.hidden ?? hidden)}
            onChange={(isShown) => void toggle({ hidden: !isShown })}
          />
          <Check
            label="In the menu"
            isChecked={pending.inMenu ?? inMenu}
            onChange={(isListed) => void toggle({ inMenu: isListed })}
          />
        </div>
        <div className={styles.controls}>
          <ReorderControls position={position} count={count} itemName={title} onMove={onMove} />
          {deletion}
        </div>
      </div>
    </li>
  );
}
