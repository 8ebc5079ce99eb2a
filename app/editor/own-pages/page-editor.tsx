import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VersionId } from '#contract/content-version.ts';
import type { DeletedDocuments, Documents } from '#contract/documents.ts';
import type { Employees } from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import {
  BLOCK_KINDS,
  PAGE_BLOCKS_MAX,
  PAGE_MAX_LENGTH,
  type BlockKind,
  type OwnPage,
  type OwnPageList,
  type PageBlock,
} from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { BLOCK_NAMES, blockName } from '#shared/block-names.ts';
import { showPage } from '#shared/own-page-content.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { OwnPageBlocks } from '#app/routes/own-page/page-blocks.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useIsNarrow } from '#app/editor/frame/use-is-narrow.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ListField } from '#app/editor/field/list-field.tsx';
import { RemovedLine, removedMessage, restoredMessage, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { withRemovals, withRestored, type Removal } from '#app/editor/field/removals.ts';
import { onSaveKey, onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import controls from '#app/editor/frame/controls.module.css';
import { BlockCard } from './block-card.tsx';
import type { Library } from './library.ts';
import {
  applyStep,
  loadPage,
  mergePages,
  newBlock,
  submitPage,
  toPage,
  toText,
  withBlock,
  withMovedBlock,
} from './page-draft.ts';
import styles from './pages-editor.module.css';

type Loaded = {
  list: OwnPageList;
  employees: Employees;
  images: Image[];
  documents: Documents;
  deletedDocuments: DeletedDocuments;
};

async function loadLibrary(): Promise<CallResult<Loaded>> {
  const [list, employees, gallery, products, documents, deleted] = await Promise.all([
    adminApi.ownPages(),
    adminApi.employees(),
    adminApi.images(0),
    adminApi.images(1),
    adminApi.documents(),
    adminApi.deletedDocuments(),
  ]);
  if (list.outcome !== 'done') return list;
  if (employees.outcome !== 'done') return employees;
  if (gallery.outcome !== 'done') return gallery;
  if (products.outcome !== 'done') return products;
  if (documents.outcome !== 'done') return documents;
  if (deleted.outcome !== 'done') return deleted;
  const body = {
    list: list.body,
    employees: employees.body,
    images: [...gallery.body, ...products.body],
    documents: documents.body,
    deletedDocuments: deleted.body,
  };
  return { ...list, body };
}

export function PageEditor({ id }: { id: string }) {
  const page = useEditorQuery(useCallback(() => adminApi.ownPage(id), [id]));
  const library = useEditorQuery(loadLibrary);
  const { titles } = useSite();
  return (
    <EditorQueryView query={page} noun="page">
      {(loaded, version) => (
        <EditorQueryView query={library} noun="images, employees, and documents">
          {({ list, ...rest }) => {
            const paths = [
              ...Object.keys(titles).filter((path) => !path.startsWith('/admin')),
              ...list.pages.map(({ address }) => `/${address}`),
            ];
            const { frameOrigins } = list;
            return (
              <LoadedPage loaded={loaded} version={version} library={{ ...rest, frameOrigins, paths }} />
            );
          }}
        </EditorQueryView>
      )}
    </EditorQueryView>
  );
}

function LoadedPage({ loaded, version, library }: { loaded: OwnPage; version: VersionId; library: Library }) {
  const { id } = loaded;
  const field = useField({
    section: 'pages',
    field: `page-${id}`,
    subject: `own-page:${id}`,
    saved: toText(loaded),
    version,
    save: submitPage,
    load: useCallback(() => loadPage(id), [id]),
    mergeDraft: mergePages,
    whenSignedOut: 'fail',
  });
  const { state, edit, now } = field;
  const page = toPage(state.draft) ?? loaded;
  const saved = toPage(state.saved) ?? loaded;
  const savedBlocks = new Map(saved.blocks.map((block) => [block.id, JSON.stringify(block)]));
  const [status, setStatus] = useState('');
  const [isPreview, setIsPreview] = useState(false);
  const isNarrow = useIsNarrow();
  useRootAttribute('data-page-editor');
  const { removals, remember, forget } = useRemovals<PageBlock>(`page-${id}`);
  const focusWhenLost = useFocusWhenLost();
  const form = useRef<HTMLFormElement>(null);
  const previewId = useId();

  const change = useCallback(
    (changes: Partial<OwnPage>) => edit((draft) => applyStep(draft, (before) => ({ ...before, ...changes }))),
    [edit],
  );
  const onChange = useCallback(
    (block: PageBlock) => edit((draft) => applyStep(draft, withBlock(block))),
    [edit],
  );
  const onMove = useCallback(
    (block: PageBlock, to: number) => {
      keepFocus(() => {
        edit((draft) => applyStep(draft, (before) => withMovedBlock(before, block.id, to)));
        setStatus(`${blockName(block)} moved to position ${to + 1}.`);
      });
    },
    [edit],
  );
  const onRemove = useCallback(
    (block: PageBlock) => {
      remember(block.id, { draft: toPage(now().draft)?.blocks ?? [], saved: [] });
      edit((draft) =>
        applyStep(draft, (before) => ({
          ...before,
          blocks: before.blocks.filter((each) => each.id !== block.id),
        })),
      );
      focusWhenLost(undoIdOf(block.id));
      setStatus(removedMessage(blockName(block)));
    },
    [edit, now, remember, focusWhenLost],
  );
  const onSave = useCallback(() => form.current?.requestSubmit(), []);

  async function undo({ item, after }: Removal<PageBlock>) {
    edit((draft) =>
      applyStep(draft, (before) => ({ ...before, blocks: withRestored(before.blocks, item, after.draft) })),
    );
    forget(item.id);
    focusWhenLost(`block-${item.id}`);
    setStatus(restoredMessage(blockName(item)));
    return undefined;
  }

  function add(kind: BlockKind) {
    if (page.blocks.length >= PAGE_BLOCKS_MAX) {
      setStatus(`Keep at most ${counted(PAGE_BLOCKS_MAX, 'block')} on a page.`);
      return;
    }
    const added = newBlock(kind);
    flushSync(() => {
      edit((draft) => applyStep(draft, (before) => ({ ...before, blocks: [...before.blocks, added] })));
      setStatus(`${BLOCK_NAMES[kind]} added at the end.`);
    });
    const card = document.getElementById(`block-${added.id}`);
    // The toolbar of a text is before it.
    const first = card?.querySelector<HTMLElement>('[contenteditable]') ?? card?.querySelector('input');
    first?.focus();
    card?.scrollIntoView({ block: 'nearest' });
  }

  const preview = <Preview page={page} library={library} id={previewId} />;
  return (
    <div className={styles.editor}>
      <div className={styles.column}>
        <h1>{page.title || 'Page'}</h1>
        <p className={styles.hint}>
          {page.hidden ? 'Hidden from visitors. ' : ''}
          <a href={`/${saved.address}`} target="_blank" rel="noopener">
            Open /{saved.address}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </p>
        <p className="visually-hidden" role="status">
          {status}
        </p>
        {isNarrow && (
          <button
            type="button"
            className={controls.button}
            aria-expanded={isPreview}
            aria-controls={isPreview ? previewId : undefined}
            onClick={() => setIsPreview(!isPreview)}
          >
            {isPreview ? 'Hide preview' : 'Show preview'}
          </button>
        )}
        {isNarrow && isPreview && preview}
        <ListField
          id="page"
          name="Page"
          field={field}
          saveLabel="Save"
          onSave={onSave}
          buttons={!isNarrow && <AddBlock onAdd={add} />}
          theirs={state.theirs && (toPage(state.theirs.content)?.title ?? '')}
        >
          <form
            ref={form}
            onSubmit={(event) => {
              event.preventDefault();
              field.save();
            }}
          >
            <div className={styles.fields}>
              <div>
                <label htmlFor="page-title">Title</label>
                <LimitedInput
                  id="page-title"
                  className={controls.input}
                  value={page.title}
                  required
                  maxLength={PAGE_MAX_LENGTH.title}
                  lastSave={state.receipt}
                  onType={(title) => change({ title })}
                  onKeyDown={(event) => onSaveKey(event, onSave)}
                />
              </div>
              <div>
                <label htmlFor="page-address">Address</label>
                <LimitedInput
                  id="page-address"
                  className={controls.input}
                  value={page.address}
                  required
                  maxLength={PAGE_MAX_LENGTH.address}
                  lastSave={state.receipt}
                  aria-describedby="page-address-hint"
                  onType={(address) => change({ address })}
                  onKeyDown={(event) => onSaveKey(event, onSave)}
                />
                <p id="page-address-hint" className={styles.hint}>
                  {page.address === saved.address
                    ? 'Lowercase letters, digits, and hyphens, such as annual-meeting.'
                    : `Links to /${saved.address} will lead here.`}
                </p>
              </div>
              <div className={styles.whole}>
                <label htmlFor="page-description">Description for search engines</label>
                <LimitedInput
                  id="page-description"
                  className={controls.input}
                  isMultiline
                  value={page.description}
                  maxLength={PAGE_MAX_LENGTH.description}
                  lastSave={state.receipt}
                  onType={(description) => change({ description })}
                  onKeyDown={(event) => onSaveShortcut(event, onSave)}
                />
              </div>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={!page.hidden}
                  onChange={({ target }) => change({ hidden: !target.checked })}
                />
                On your website
              </label>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={page.inMenu}
                  onChange={({ target }) => change({ inMenu: target.checked })}
                />
                In the menu
              </label>
            </div>
            {page.blocks.length === 0 && (
              <p className={styles.hint}>This page is empty. Choose a kind of block, then Add block.</p>
            )}
            <h2 className="visually-hidden">Blocks</h2>
            <ol className="plain-list" aria-label="Blocks">
              {withRemovals(page.blocks, removals).map(({ id: blockId, item, position, removal }) =>
                removal ? (
                  <RemovedLine
                    key={blockId}
                    id={blockId}
                    name={blockName(removal.item)}
                    onUndo={() => undo(removal)}
                  />
                ) : (
                  <BlockCard
                    key={blockId}
                    block={item}
                    position={position}
                    count={page.blocks.length}
                    isChanged={savedBlocks.get(blockId) !== JSON.stringify(item)}
                    library={library}
                    lastSave={state.receipt}
                    onChange={onChange}
                    onMove={onMove}
                    onRemove={onRemove}
                    onSave={onSave}
                  />
                ),
              )}
            </ol>
          </form>
          {/* On phones, where it would double the height of the bar. */}
          {isNarrow && <AddBlock onAdd={add} />}
        </ListField>
      </div>
      {!isNarrow && preview}
    </div>
  );
}

function AddBlock({ onAdd }: { onAdd: (kind: BlockKind) => void }) {
  const [kind, setKind] = useState<BlockKind>('text');
  const id = useId();
  return (
    <span className={styles.addBlock}>
      <label htmlFor={id} className="visually-hidden">
        Kind of block
      </label>
      <select
        id={id}
        className={controls.input}
        value={kind}
        onChange={({ target }) => setKind(target.value as BlockKind)}
      >
        {BLOCK_KINDS.map((each) => (
          <option key={each} value={each}>
            {BLOCK_NAMES[each]}
          </option>
        ))}
      </select>
      <button type="button" className={controls.button} onClick={() => onAdd(kind)}>
        Add block
      </button>
    </span>
  );
}

/** Renders the page as visitors will see it. Links and frames in it do not work, so that no click leaves the editor. */
function Preview({ page, library, id }: { page: OwnPage; library: Library; id: string }) {
  const shown = useDeferredValue(page);
  const content = useMemo(() => {
    const images = new Map(library.images.map((image) => [image.imageId, image]));
    const documents = new Map(library.documents.map((document) => [document.id, document]));
    return showPage(shown, {
      ...library,
      findImage: (each) => images.get(each),
      findDocument: (each) => documents.get(each),
    });
  }, [shown, library]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section id={id} className={styles.preview} aria-label="Preview" tabIndex={0}>
      <p className={styles.previewName}>Preview</p>
      <div className={styles.previewPage} inert>
        <OwnPageBlocks title={content.title} hidden={false} blocks={content.blocks} />
      </div>
    </section>
  );
}
