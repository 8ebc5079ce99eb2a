import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { VersionId } from '#contract/content-version.ts';
import { counted } from '#contract/text.ts';
import { FieldConflict } from '#app/editor/field/field-parts.tsx';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { ListBar, ListLayout } from '#app/editor/field/list-field.tsx';
import { moved } from '#app/editor/field/list-order.ts';
import { withRemovals } from '#app/editor/field/removals.ts';
import { RemovedLine, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { DeletedFiles } from './deleted-files.tsx';
import { FileFinder, PageButtons } from './file-finder.tsx';
import { inOrder, toOrder, type StoredFile } from './file-list.ts';
import { pageOf, shownEntries } from './file-pages.ts';
import { FileRow } from './file-row.tsx';
import type { FileListState } from './use-file-list.ts';
import { useFileOrder, useFilePages } from './use-file-order.ts';
import styles from './file-list.module.css';

/** Renders a list of stored files and the deleted ones. */
export function FileListView<Each>({ list }: { list: FileListState<Each> }) {
  const { record, query, status } = list;
  const noun = `${record.words.noun}s`;
  return (
    <>
      <p className={styles.status} role="status">
        {status}
      </p>
      <EditorQueryView query={query} noun={noun}>
        {(_, version) => <FileOrder list={list} version={version} />}
      </EditorQueryView>
      <DeletedFiles list={list} />
    </>
  );
}

/** Names of a conflicting order to show. */
const NAMES_MAX = 100;

function namesIn(files: readonly { name: string }[], noun: string): string {
  const names = files.slice(0, NAMES_MAX).map(({ name }) => name);
  const more = files.length - names.length;
  return names.join(', ') + (more > 0 ? `, and ${counted(more, `more ${noun}`)}` : '');
}

/** Renders the files of a list in their order, with lines that undo deletions in the places of deleted ones. */
function FileOrder<Each>({ list, version }: { list: FileListState<Each>; version: VersionId }) {
  const { record, files } = list;
  const { field: id, words } = record;
  const { field, ordered, hasStatus } = useFileOrder(list, version);
  const pages = useFilePages(record, ordered);
  const [status, setStatus] = useState('');
  const named = ordered.map((file) => ({ id: file.id, name: file.name }));
  const { removals, remember } = useRemovals<(typeof named)[number]>(`${id}-deleted`);
  const focusWhenLost = useFocusWhenLost();

  /** Focuses the first row that a selector matches, which scrolls to it. */
  const focusRow = (selector: string) => document.querySelector<HTMLElement>(`#${id} ${selector}`)?.focus();

  function move(file: StoredFile<Each>, to: number) {
    keepFocus(() => {
      if (pages.search === '') pages.setPage(pageOf(to));
      field.type(toOrder(moved(ordered, ({ id: each }) => each === file.id, to)));
      const [position, count] = [to + 1, ordered.length].map((number) => number.toLocaleString('en-US'));
      setStatus(`${file.name} moved to position ${position} of ${count}.`);
    });
  }

  function remove(file: StoredFile<Each>) {
    remember(file.id, { draft: named, saved: named });
    focusWhenLost(undoIdOf(file.id));
    list.removed(file);
  }

  async function undo(removedId: string): Promise<Failure | undefined> {
    const failure = await list.restore(removedId);
    // The focused button disappears, so focus the list.
    if (!failure) document.getElementById(id)?.focus();
    return failure;
  }

  const bar = hasStatus && (
    <ListBar id={id} name={words.all} field={field} saveLabel="Save order" onSave={field.save} />
  );

  return (
    <div id={id} className={styles.order} role="group" aria-label={words.all} tabIndex={-1} data-field={id}>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ListLayout bar={bar}>
        <FieldConflict id={id} field={field} noun="order" className={styles.theirs}>
          {namesIn(inOrder(files, field.state.theirs?.content ?? []), words.noun)}
        </FieldConflict>
        {ordered.length === 0 && <p>{words.none}</p>}
        <FileFinder words={words} pages={pages} focusRow={focusRow} />
        <ul className={`${styles.list} plain-list`}>
          {shownEntries(withRemovals(named, removals), pages).map((entry) => {
            if (entry.removal) {
              const { item } = entry.removal;
              return <RemovedLine key={item.id} {...item} onUndo={() => undo(item.id)} />;
            }
            const { position, isShown } = entry;
            const file = ordered[position];
            return (
              file && (
                <FileRow
                  key={file.id}
                  list={list}
                  file={file}
                  position={position}
                  count={ordered.length}
                  isShown={isShown}
                  onKeep={() => pages.keep(file.id)}
                  onMove={(to) => to !== position && move(file, to)}
                  onRemoved={() => remove(file)}
                />
              )
            );
          })}
        </ul>
        <PageButtons
          label={`Pages of ${words.noun}s, below the list`}
          pages={pages}
          onPage={(page) => {
            flushSync(() => pages.setPage(page));
            focusRow('[data-position]:not([hidden])');
          }}
        />
      </ListLayout>
    </div>
  );
}
