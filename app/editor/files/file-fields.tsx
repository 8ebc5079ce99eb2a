import { Fragment } from 'react';
import { toSaved } from '#app/editor/field/save-result.ts';
import type { FieldSource } from '#app/editor/field/use-field.ts';
import type { FileField, FileListRecord, OnChanged, StoredFile } from './file-list.ts';

/** Renders the texts of a file. A save or a restore of one shows the others as they are now. */
export function FileFields<Each>({
  record,
  file: { id, content, version },
  onChanged,
}: {
  record: FileListRecord<Each>;
  file: StoredFile<Each>;
  onChanged: OnChanged<Each>;
}) {
  const sourceOf = ({ key, textOf, save, missing }: FileField<Each>): FieldSource => ({
    section: record.section,
    field: `${key}-${id}`,
    subject: record.subjectOf(id),
    saved: textOf(content),
    version,
    whenSignedOut: 'fail',
    async save(text, baseVersion) {
      if (missing !== undefined && text.trim() === '') return { outcome: 'rejected', reason: missing };
      const result = await save(id, text, baseVersion);
      if (result.outcome === 'done') onChanged(result.body.content, result.version);
      return toSaved(result, textOf);
    },
    async load() {
      const result = await record.load();
      if (result.outcome !== 'done') return result;
      const found = result.body.find((each) => record.identify(each).id === id);
      if (!found) return { outcome: 'rejected', reason: `This ${record.words.noun} was deleted.` };
      onChanged(found, result.version);
      return { ...result, body: textOf(found) };
    },
  });
  return record.fields.map((field) => (
    <Fragment key={field.key}>{field.render(sourceOf(field), content)}</Fragment>
  ));
}
