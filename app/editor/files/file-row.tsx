import { Fragment, useId, useRef, useState } from 'react';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import { toSaved } from '#app/editor/field/save-result.ts';
import type { FieldSource } from '#app/editor/field/use-field.ts';
import { RowToggle } from '#app/editor/field/row-toggle.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  hasDraft,
  type FileField,
  type FileListRecord,
  type OnChanged,
  type StoredFile,
} from './file-list.ts';
import { PAGE_ROWS } from './file-pages.ts';
import { FilePosition } from './file-position.tsx';
import { FileReplacement } from './file-replacement.tsx';
import type { FileListState } from './use-file-list.ts';
import fileList from './file-list.module.css';
import styles from './file-row.module.css';

const DELETE_LABELS = { idle: 'Delete', running: 'Deleting…', failed: 'Not deleted' } as const;

export function FileRow<Each>({
  list: { record, change },
  file,
  position,
  count,
  isShown,
  onKeep,
  onMove,
  onRemoved,
}: {
  list: FileListState<Each>;
  file: StoredFile<Each>;
  position: number;
  count: number;
  /** False for a row of another page that stays mounted. */
  isShown: boolean;
  /** Called when the row gets a state that must not be lost. */
  onKeep: () => void;
  onMove: (to: number) => void;
  onRemoved: () => void;
}) {
  const { id, name, content } = file;
  const { drafts } = useEditor();
  const [isDeleting, setIsDeleting] = useState(false);
  const isResponseLost = useRef(false);
  // Open a row that has a draft, so that the draft is noticed.
  const [isOpen, setIsOpen] = useState(() => hasDraft(record, drafts, id));
  const [wasOpened, setWasOpened] = useState(isOpen);
  const detailsId = useId();

  function toggle() {
    onKeep();
    setIsOpen(!isOpen);
    setWasOpened(true);
  }

  async function remove(): Promise<Failure | undefined> {
    onKeep();
    setIsDeleting(true);
    const result = await record.remove(id);
    setIsDeleting(false);
    // A 404 after a lost response means that the previous attempt deleted the file.
    const isAlreadyDeleted = isResponseLost.current && result.outcome === 'rejected' && result.status === 404;
    isResponseLost.current = result.outcome === 'unreachable';
    if (result.outcome !== 'done' && !isAlreadyDeleted) return result;
    if (result.outcome === 'done' && result.body !== true) return NOT_CONFIRMED;
    onRemoved();
    return undefined;
  }

  return (
    <li className={styles.row} tabIndex={-1} hidden={!isShown} data-open={isOpen} data-position={position}>
      {record.renderThumbnail?.(content)}
      <RowToggle
        label={`${record.words.row} ${position + 1}`}
        name={name}
        {...record.summarize(content)}
        isOpen={isOpen}
        onToggle={toggle}
      />
      <div className={styles.text}>{record.renderText(content)}</div>
      <span className={`${fileList.busy} ${styles.busy}`}>
        {isDeleting && <Spinner label={`Deleting ${name}`} />}
      </span>
      <div className={styles.tools}>
        <ReorderControls position={position} count={count} itemName={name} onMove={onMove} />
        {record.renderTools?.(content)}
        <Button
          aria-label={`Edit ${name}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          data-edit
          onClick={toggle}
        >
          Edit
        </Button>
        <RequestButton
          labels={DELETE_LABELS}
          name={`Delete ${name}`}
          message={record.words.notDeleted}
          onPress={remove}
        />
      </div>
      {/* Stays mounted when closed, to keep drafts and running saves. */}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {wasOpened && count > PAGE_ROWS && <FilePosition position={position} count={count} onMove={onMove} />}
        {wasOpened && (
          <div role="group" aria-label={`Edit ${name}`}>
            <FileFields record={record} file={file} onChanged={change} />
            <FileReplacement record={record} file={file} onReplaced={change} />
          </div>
        )}
      </div>
    </li>
  );
}

const NOT_CONFIRMED = {
  outcome: 'rejected',
  reason: "We're not sure it was deleted. Reload the page to check.",
} as const;

type FieldsProps<Each> = { record: FileListRecord<Each>; file: StoredFile<Each>; onChanged: OnChanged<Each> };

/** Renders the texts of a file. A save or a restore of one shows the others as they are now. */
function FileFields<Each>({ record, file, onChanged }: FieldsProps<Each>) {
  const { id, content, version } = file;
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
