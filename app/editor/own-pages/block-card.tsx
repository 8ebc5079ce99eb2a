import { memo, useState, type ComponentProps } from 'react';
import { BLOCK_MAX_LENGTH, FRAME_HEIGHT, TABLE_BLOCK_MAX, type PageBlock } from '#contract/own-pages.ts';
import { blockName } from '#shared/block-names.ts';
import { frameProblem } from '#shared/frame-origins.ts';
import { PAGE_TOOLS } from '#app/rich-text-editor/page-tools.ts';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { DocumentPicker } from './document-picker.tsx';
import { ImagePicker } from './image-picker.tsx';
import type { Library } from './library.ts';
import styles from './pages-editor.module.css';

type BlockOf<Kind extends PageBlock['kind']> = Extract<PageBlock, { kind: Kind }>;
type Fields<Kind extends PageBlock['kind']> = {
  block: BlockOf<Kind>;
  library: Library;
  lastSave: unknown;
  onChange: (block: PageBlock) => void;
  onSave: () => void;
};

/** Renders a block of a page with its inputs. */
export const BlockCard = memo(
  function BlockCard({
    block,
    position,
    count,
    isChanged,
    onMove,
    onRemove,
    ...fields
  }: Omit<Fields<never>, 'block'> & {
    block: PageBlock;
    position: number;
    count: number;
    isChanged: boolean;
    onMove: (block: PageBlock, to: number) => void;
    onRemove: (block: PageBlock) => void;
  }) {
    const [isDragged, setIsDragged] = useState(false);
    const name = `${position + 1}. ${blockName(block)}`;
    return (
      <li className={styles.block} data-dragged={isDragged} data-changed={isChanged}>
        <fieldset id={`block-${block.id}`} tabIndex={-1}>
          <legend>{name}</legend>
          <BlockFields block={block} {...fields} />
          <div className={styles.controls}>
            <ReorderControls
              position={position}
              count={count}
              itemName={`block ${position + 1}`}
              onMove={(to) => onMove(block, to)}
              onDrag={setIsDragged}
            />
            <button type="button" className={controls.button} onClick={() => onRemove(block)}>
              Remove<span className="visually-hidden"> block {position + 1}</span>
            </button>
          </div>
        </fieldset>
      </li>
    );
  },
  // Each key press parses the page into new objects.
  (before, after) =>
    before.position === after.position &&
    before.count === after.count &&
    before.isChanged === after.isChanged &&
    before.lastSave === after.lastSave &&
    before.library === after.library &&
    JSON.stringify(before.block) === JSON.stringify(after.block),
);

function BlockFields({ block, ...rest }: Omit<Fields<never>, 'block'> & { block: PageBlock }) {
  switch (block.kind) {
    case 'heading':
      return <HeadingFields block={block} {...rest} />;
    case 'text':
      return <TextFields block={block} {...rest} />;
    case 'picture':
      return <PictureFields block={block} {...rest} />;
    case 'gallery':
      return (
        <ImagePicker
          id={block.id}
          images={rest.library.images}
          chosen={block.imageIds}
          isMultiple
          onChoose={(imageIds) => rest.onChange({ ...block, imageIds })}
        />
      );
    case 'table':
      return <TableFields block={block} {...rest} />;
    case 'people':
      return <PeopleFields block={block} {...rest} />;
    case 'documents':
      return (
        <DocumentPicker
          id={block.id}
          library={rest.library}
          chosen={block.documentIds}
          onChoose={(documentIds) => rest.onChange({ ...block, documentIds })}
        />
      );
    case 'phone':
      return <PhoneFields block={block} {...rest} />;
    case 'frame':
      return <FrameFields block={block} {...rest} />;
  }
}

function Labeled({
  id,
  label,
  ...input
}: { label: string; onSave: () => void } & Omit<
  ComponentProps<typeof LimitedInput>,
  'onKeyDown' | 'className'
>) {
  const { onSave, ...rest } = input;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <LimitedInput
        id={id}
        className={controls.input}
        onKeyDown={(event) => onSaveKey(event, onSave)}
        {...rest}
      />
    </div>
  );
}

function HeadingFields({ block, lastSave, onChange, onSave }: Fields<'heading'>) {
  const id = `block-${block.id}`;
  return (
    <>
      <Labeled
        id={`${id}-text`}
        label="Heading"
        value={block.text}
        maxLength={BLOCK_MAX_LENGTH.heading}
        lastSave={lastSave}
        onType={(text) => onChange({ ...block, text })}
        onSave={onSave}
      />
      <div>
        <label htmlFor={`${id}-level`}>Size</label>
        <select
          id={`${id}-level`}
          className={controls.input}
          value={block.level}
          onChange={({ target }) => onChange({ ...block, level: Number(target.value) })}
        >
          <option value={2}>Heading</option>
          <option value={3}>Subheading</option>
        </select>
      </div>
    </>
  );
}

function TextFields({ block, library, lastSave, onChange, onSave }: Fields<'text'>) {
  return (
    <RichTextEditor
      id={`block-${block.id}-text`}
      label="Text"
      value={block.html}
      onChange={(html) => onChange({ ...block, html })}
      onSave={onSave}
      lastSave={lastSave}
      pageTools={PAGE_TOOLS}
      pages={library.paths}
    />
  );
}

function PictureFields({ block, library, lastSave, onChange, onSave }: Fields<'picture'>) {
  return (
    <>
      <ImagePicker
        id={block.id}
        images={library.images}
        chosen={block.imageId === '' ? [] : [block.imageId]}
        onChoose={([imageId = '']) => onChange({ ...block, imageId })}
      />
      <Labeled
        id={`block-${block.id}-caption`}
        label="Caption"
        value={block.caption}
        maxLength={BLOCK_MAX_LENGTH.caption}
        lastSave={lastSave}
        onType={(caption) => onChange({ ...block, caption })}
        onSave={onSave}
      />
    </>
  );
}

/** Most columns that fit side by side on phones. */
const NARROW_COLUMNS = 2;

const columnLabel = (column: number) => `Column ${column + 1}`;

const resize = (length: number) => (cells: readonly string[]) =>
  Array.from({ length }, (_, at) => cells[at] ?? '');

function TableFields({ block, lastSave, onChange, onSave }: Fields<'table'>) {
  const { headers, rows } = block;
  const cell = (row: number, column: number, text: string) =>
    onChange({
      ...block,
      rows: rows.map((cells, at) => (at === row ? cells.with(column, text) : cells)),
    });
  const columns = headers.length;
  const withColumns = (length: number) =>
    onChange({ ...block, headers: resize(length)(headers), rows: rows.map(resize(length)) });
  const isLastColumnBlank = [headers, ...rows].every((cells) => (cells.at(-1) ?? '') === '');
  const isLastRowBlank = rows.at(-1)?.every((text) => text === '') ?? false;
  const input = (key: string, label: string, value: string, onType: (text: string) => void) => (
    <LimitedInput
      id={`block-${block.id}-${key}`}
      className={controls.input}
      aria-label={label}
      value={value}
      maxLength={BLOCK_MAX_LENGTH.cell}
      lastSave={lastSave}
      onType={onType}
      onKeyDown={(event) => onSaveKey(event, onSave)}
    />
  );
  return (
    <>
      <Labeled
        id={`block-${block.id}-caption`}
        label="Caption"
        value={block.caption}
        maxLength={BLOCK_MAX_LENGTH.caption}
        lastSave={lastSave}
        onType={(caption) => onChange({ ...block, caption })}
        onSave={onSave}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <div className={styles.grid} role="group" aria-label="Table" tabIndex={0}>
        <table data-columns={columns > NARROW_COLUMNS ? 'many' : 'few'}>
          <thead>
            <tr data-label="Headers">
              {headers.map((text, column) => (
                <th key={column} scope="col" data-label={columnLabel(column)}>
                  {input(`h${column}`, `Header ${column + 1}`, text, (next) =>
                    onChange({ ...block, headers: headers.with(column, next) }),
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row} data-label={`Row ${row + 1}`}>
                {cells.map((text, column) => (
                  <td key={column} data-label={headers[column] || columnLabel(column)}>
                    {input(
                      `${row}-${column}`,
                      `Row ${row + 1}, ${headers[column] || `column ${column + 1}`}`,
                      text,
                      (next) => cell(row, column, next),
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.controls}>
        {rows.length < TABLE_BLOCK_MAX.rows && (
          <button
            type="button"
            className={controls.button}
            onClick={() => onChange({ ...block, rows: [...rows, resize(columns)([])] })}
          >
            Add row
          </button>
        )}
        {columns < TABLE_BLOCK_MAX.columns && (
          <button type="button" className={controls.button} onClick={() => withColumns(columns + 1)}>
            Add column
          </button>
        )}
        {rows.length > 1 && isLastRowBlank && (
          <button
            type="button"
            className={controls.button}
            onClick={() => onChange({ ...block, rows: rows.slice(0, -1) })}
          >
            Remove last row
          </button>
        )}
        {columns > 1 && isLastColumnBlank && (
          <button type="button" className={controls.button} onClick={() => withColumns(columns - 1)}>
            Remove last column
          </button>
        )}
      </div>
      <p className={styles.hint}>To remove the last row or column, clear its boxes first.</p>
    </>
  );
}

function PeopleFields({ block, library, onChange }: Fields<'people'>) {
  const { employeeIds } = block;
  const isEveryone = employeeIds.length === 0;
  return (
    <>
      <p className={styles.hint}>
        {isEveryone
          ? 'Shows everyone. To show only some people, choose them.'
          : 'Shows the people you choose.'}
      </p>
      <ul className={styles.choices}>
        {library.employees.map(({ id, name }) => (
          <li key={id}>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={employeeIds.includes(id)}
                onChange={({ target }) =>
                  onChange({
                    ...block,
                    employeeIds: target.checked
                      ? [...employeeIds, id]
                      : employeeIds.filter((each) => each !== id),
                  })
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

function PhoneFields({ block, lastSave, onChange, onSave }: Fields<'phone'>) {
  return (
    <>
      <Labeled
        id={`block-${block.id}-message`}
        label="Message"
        value={block.message}
        maxLength={BLOCK_MAX_LENGTH.message}
        lastSave={lastSave}
        onType={(message) => onChange({ ...block, message })}
        onSave={onSave}
      />
      <Labeled
        id={`block-${block.id}-phone`}
        label="Phone number"
        value={block.phoneNumber}
        maxLength={BLOCK_MAX_LENGTH.phoneNumber}
        lastSave={lastSave}
        onType={(phoneNumber) => onChange({ ...block, phoneNumber })}
        onSave={onSave}
      />
    </>
  );
}

function FrameFields({ block, library, lastSave, onChange, onSave }: Fields<'frame'>) {
  const id = `block-${block.id}`;
  const address = block.address.trim();
  const problem = address === '' ? undefined : frameProblem(address, library.frameOrigins);
  const { frameOrigins } = library;
  return (
    <>
      <Labeled
        id={`${id}-address`}
        label="Web address"
        value={block.address}
        maxLength={BLOCK_MAX_LENGTH.frameAddress}
        lastSave={lastSave}
        aria-describedby={`${id}-hint`}
        onType={(next) => onChange({ ...block, address: next })}
        onSave={onSave}
      />
      <p id={`${id}-hint`} className={problem ? styles.problem : styles.hint}>
        {problem ??
          (frameOrigins.length === 0
            ? "Your website doesn't allow frames yet. Ask the person who runs your website to allow them."
            : `Your website allows frames from ${frameOrigins.join(', ')}.`)}
      </p>
      <Labeled
        id={`${id}-title`}
        label="What the frame shows"
        value={block.title}
        maxLength={BLOCK_MAX_LENGTH.frameTitle}
        lastSave={lastSave}
        onType={(title) => onChange({ ...block, title })}
        onSave={onSave}
      />
      <div>
        <label htmlFor={`${id}-height`}>Height</label>
        <select
          id={`${id}-height`}
          className={controls.input}
          value={block.height}
          onChange={({ target }) => onChange({ ...block, height: Number(target.value) })}
        >
          {[...new Set([...HEIGHTS, block.height])]
            .toSorted((one, other) => one - other)
            .map((height) => (
              <option key={height} value={height}>
                {height} pixels
              </option>
            ))}
        </select>
      </div>
    </>
  );
}

const HEIGHTS = [FRAME_HEIGHT.min, 300, FRAME_HEIGHT.first, 600, 900, FRAME_HEIGHT.max];
