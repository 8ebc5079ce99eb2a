import type { VersionId } from '#contract/content-version.ts';
import { toSavedText } from '#app/editor/field/save-result.ts';
import type { FieldSource } from '#app/editor/field/use-field.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import type { FileListRecord, OnChanged, StoredFile } from './file-list.ts';

/** Returns the source of a field that saves one text of a file. A save or a restore shows the other values, too. */
export function fileField<Each>(
  {
    section,
    words,
    identify,
    load,
    subjectOf,
  }: Pick<FileListRecord<Each>, 'section' | 'words' | 'identify' | 'load' | 'subjectOf'>,
  { id, content, version }: StoredFile<Each>,
  onChanged: OnChanged<Each>,
  {
    field,
    textOf,
    save,
    missing,
  }: {
    field: string;
    textOf: (content: Each) => string;
    save: (text: string, baseVersion: VersionId) => Promise<CallResult<{ content: Each; changed: boolean }>>;
    /** Message for a blank text. By default, it may be blank. */
    missing?: string;
  },
) {
  return {
    section,
    field,
    subject: subjectOf(id),
    saved: textOf(content),
    version,
    whenSignedOut: 'fail',
    async save(text, baseVersion) {
      if (missing !== undefined && text.trim() === '') return { outcome: 'rejected', reason: missing };
      const result = await save(text, baseVersion);
      if (result.outcome === 'done') onChanged(result.body.content, result.version);
      return toSavedText(result, textOf);
    },
    async load() {
      const result = await load();
      if (result.outcome !== 'done') return result;
      const found = result.body.find((each) => identify(each).id === id);
      if (!found) return { outcome: 'rejected', reason: `This ${words.noun} was deleted.` };
      onChanged(found, result.version);
      return { ...result, body: textOf(found) };
    },
  } satisfies FieldSource;
}
