import { useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import {
  BLOCK_KINDS,
  BLOCK_NAMES,
  PAGE_BLOCKS_MAX,
  type BlockKind,
  type OwnPage,
} from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { showPage } from '#shared/own-page-content.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { OwnPageBlocks } from '#app/routes/own-page/page-blocks.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { useIsNarrow } from '#app/editor/shell/use-is-narrow.ts';
import { ListField } from '#app/editor/field/list-field.tsx';
import { RowEntries } from '#app/editor/lists/row-list.tsx';
import { useRowList } from '#app/editor/lists/use-row-list.ts';
import controls from '#app/editor/shell/controls.module.css';
import { BlockCard } from './block-card.tsx';
import { LibraryProvider, loadLibrary, type Library } from './library.ts';
import { newBlock, pageList } from './page-draft.ts';
import { PageFields } from './page-fields.tsx';
import styles from './pages-editor.module.css';

export function PageEditor({ id }: { id: string }) {
  const { titles } = useSite();
  const page = useEditorQuery(useCallback(() => adminApi.ownPage(id), [id]));
  const library = useEditorQuery(useCallback(() => loadLibrary(Object.keys(titles)), [titles]));
  return (
    <EditorQueryView query={page} noun="page">
      {(loaded, version) => (
        <EditorQueryView query={library} noun="images, employees, and documents">
          {(first) => <LoadedPage loaded={loaded} version={version} first={first} />}
        </EditorQueryView>
      )}
    </EditorQueryView>
  );
}

function LoadedPage({ loaded, version, first }: { loaded: OwnPage; version: VersionId; first: Library }) {
  const [library, setLibrary] = useState(first);
  const shared = useMemo(() => [library, setLibrary] as const, [library]);
  const list = useRowList(
    useMemo(() => pageList(loaded.id), [loaded.id]),
    { saved: loaded, version },
  );
  const { field, rows, status, setStatus, handlers, form } = list;
  const { draft: page, saved, receipt, theirs } = field.state;
  const [isPreview, setIsPreview] = useState(false);
  const isNarrow = useIsNarrow();
  useRootAttribute('data-page-editor');
  const previewId = useId();

  function add(kind: BlockKind) {
    if (rows.length >= PAGE_BLOCKS_MAX) {
      setStatus(`Keep at most ${counted(PAGE_BLOCKS_MAX, 'block')} on a page.`);
      return;
    }
    const added = newBlock(kind);
    list.add(added);
    setStatus(`${BLOCK_NAMES[kind]} added at the end.`);
    const card = document.getElementById(`block-${added.id}`);
    // The toolbar of a text is before it.
    const box = card?.querySelector<HTMLElement>('[contenteditable]') ?? card?.querySelector('input');
    box?.focus();
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
          <Button
            aria-expanded={isPreview}
            aria-controls={isPreview ? previewId : undefined}
            onClick={() => setIsPreview(!isPreview)}
          >
            {isPreview ? 'Hide preview' : 'Show preview'}
          </Button>
        )}
        {isNarrow && isPreview && preview}
        <ListField
          id="page"
          name="Page"
          field={field}
          saveLabel="Save"
          onSave={handlers.onSave}
          buttons={!isNarrow && <AddBlock onAdd={add} />}
          theirs={theirs?.content.title}
        >
          <form
            ref={form}
            onSubmit={(event) => {
              event.preventDefault();
              field.save();
            }}
          >
            <PageFields
              page={page}
              saved={saved}
              list={library.list}
              lastSave={receipt}
              onChange={(changes) => field.edit((before) => ({ ...before, ...changes }))}
              onSave={handlers.onSave}
            />
            {rows.length === 0 && (
              <p className={styles.hint}>This page is empty. Choose a kind of block, then Add block.</p>
            )}
            <h2 className="visually-hidden">Blocks</h2>
            <LibraryProvider value={shared}>
              <RowEntries
                list={list}
                label="Blocks"
                renderRow={(props) => <BlockCard {...props} lastSave={receipt} />}
              />
            </LibraryProvider>
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
      <Button onClick={() => onAdd(kind)}>Add block</Button>
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
    <section id={id} className={`${styles.preview} no-print`} aria-label="Preview" tabIndex={0}>
      <p className={styles.previewName}>Preview</p>
      <div className={styles.previewPage} inert>
        <OwnPageBlocks title={content.title} hidden={false} blocks={content.blocks} />
      </div>
    </section>
  );
}
