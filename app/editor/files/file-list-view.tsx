import { ListHistory } from '#app/editor/field/field-history.tsx';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { DeletedFiles } from './deleted-files.tsx';
import { FileOrder } from './file-order.tsx';
import type { FileListState } from './use-file-list.ts';
import styles from './file-list.module.css';

/** Renders a list of stored files, the deleted ones, and its history. */
export function FileListView<Each>({ list }: { list: FileListState<Each> }) {
  const { record, query, status, reload } = list;
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
      <ListHistory
        id={`${record.field}-history`}
        name={`All ${noun}`}
        query={record.history}
        onRestored={reload}
      />
    </>
  );
}
