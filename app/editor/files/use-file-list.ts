import { useEffect, useMemo, useRef, useState } from 'react';
import { isNewer, numberOf, type VersionId } from '#contract/content-version.ts';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { counted } from '#contract/text.ts';
import { whenUntouched } from '#app/browser/when-untouched.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import type { CallResult, Failure } from '#app/editor/shell/admin-api.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { useSite } from '#app/ui/site-context.ts';
import {
  currentFiles,
  filesToKeep,
  hasDraft,
  toFile,
  type FileChanges,
  type FileListRecord,
  type StoredFile,
} from './file-list.ts';

export type FileListState<Each> = ReturnType<typeof useFileList<Each>>;

/** Loads a list of stored files, and keeps what is changed, uploaded, deleted, and restored in it. */
export function useFileList<Each>(record: FileListRecord<Each>) {
  const { admin, drafts } = useEditor();
  const { deletedImageDays = DELETED_IMAGE_DAYS } = useSite();
  const query = useEditorQuery(record.load);
  const [changes, setChanges] = useState<FileChanges<Each>>(new Map());
  const [lastChange, setLastChange] = useState<LastSave>();
  /** Number of deletions and restores, after each of which the list of deleted files is loaded again. */
  const [deletions, setDeletions] = useState(0);
  const [status, setStatus] = useState('');

  const { body = [], version: loadedVersion } = query.state === 'loaded' ? query : NOT_LOADED;
  const loaded = useMemo(
    () => (loadedVersion === undefined ? [] : body.map((content) => toFile(record, content, loadedVersion))),
    [record, body, loadedVersion],
  );
  const files = useMemo(() => currentFiles(loaded, changes), [loaded, changes]);

  function set(id: string, file: StoredFile<Each> | undefined) {
    setChanges((before) => new Map(before).set(id, file));
    setLastChange({ at: new Date().toISOString(), author: admin.username });
  }

  function change(content: Each, version: VersionId): StoredFile<Each> {
    const file = toFile(record, content, version);
    set(file.id, file);
    return file;
  }

  /** Adds an uploaded or restored file. */
  function add(content: Each, version: VersionId, message: (name: string) => string) {
    setStatus(message(change(content, version).name));
    if (query.state === 'failed') query.reload();
  }

  function showNewer(contents: readonly Each[], read: VersionId, before: FileChanges<Each>) {
    if (loadedVersion === undefined || !isNewer(numberOf(read), loadedVersion)) return;
    const listed = new Set(contents.map((content) => record.identify(content).id));
    const kept = filesToKeep(files, { listed, version: read }, (id) => hasDraft(record, drafts, id));
    const deletedSince = [...changes].filter(([id, file]) => !file && (before.get(id) || !before.has(id)));
    query.replace([...contents], read);
    setChanges(new Map([...kept.map((file) => [file.id, file] as const), ...deletedSince]));
  }

  const latest = useRef({ changes, showNewer });
  useEffect(() => {
    latest.current = { changes, showNewer };
  });
  const stopWaiting = useRef<() => void>(undefined);

  /**
   * Loads the files, and shows what others have changed, uploaded, and deleted once the list is not touched. What was
   * typed about a deleted file stays.
   */
  async function loadNewer(): Promise<CallResult<Each[]>> {
    const before = latest.current.changes;
    const result = await record.load();
    if (result.outcome !== 'done') return result;
    stopWaiting.current?.();
    stopWaiting.current = whenUntouched(
      () => document.getElementById(record.field),
      () => latest.current.showNewer(result.body, result.version, before),
    );
    return result;
  }

  return {
    record,
    query,
    loaded,
    files,
    loadNewer,
    lastChange,
    deletions,
    status,
    setStatus,
    change,
    uploaded: (content: Each, version: VersionId) => add(content, version, record.words.uploaded),
    /** Restores a deleted file. Returns the failure, if any. */
    async restore(id: string): Promise<Failure | undefined> {
      const result = await record.restore(id);
      if (result.outcome !== 'done') return result;
      setDeletions((before) => before + 1);
      add(result.body.content, result.version, record.words.restored);
      return undefined;
    },
    removed({ id, name }: StoredFile<Each>) {
      set(id, undefined);
      setDeletions((before) => before + 1);
      setStatus(`${name} deleted. You can restore it for ${counted(deletedImageDays, 'day')}.`);
    },
  };
}

const NOT_LOADED = { body: undefined, version: undefined };
