import { BLOCK_MAX_LENGTH, FRAME_HEIGHT, PAGE_LABELS, type PageBlock } from '#contract/own-pages.ts';
import { frameProblem } from '#shared/frame-origins.ts';
import { PAGE_TOOLS } from '#app/rich-text-editor/page-tools.ts';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { DocumentPicker } from './document-picker.tsx';
import { ImagePicker } from './image-picker.tsx';
import { BlockText, type BlockProps } from './block-text.tsx';
import { useLibrary } from './library.ts';
import { Check } from './page-fields.tsx';
import styles from './pages-editor.module.css';
import { TableFields } from './table-fields.tsx';

/** Renders the inputs for a block of any kind. */
export function BlockFields({ block, ...rest }: Omit<BlockProps<never>, 'block'> & { block: PageBlock }) {
  const { onChange } = rest;
  switch (block.kind) {
    case 'heading':
      return <HeadingFields block={block} {...rest} />;
    case 'text':
      return <TextFields block={block} {...rest} />;
    case 'picture':
      return (
        <>
          <ImagePicker
            chosen={block.imageId === '' ? [] : [block.imageId]}
            onChoose={([imageId = '']) => onChange({ ...block, imageId })}
          />
          <BlockText {...rest} block={block} name="caption" />
        </>
      );
    case 'gallery':
      return (
        <ImagePicker
          chosen={block.imageIds}
          isMultiple
          onChoose={(imageIds) => onChange({ ...block, imageIds })}
        />
      );
    case 'table':
      return <TableFields block={block} {...rest} />;
    case 'people':
      return <PeopleFields block={block} {...rest} />;
    case 'documents':
      return (
        <DocumentPicker
          chosen={block.documentIds}
          onChoose={(documentIds) => onChange({ ...block, documentIds })}
        />
      );
    case 'phone':
      return (
        <>
          <BlockText {...rest} block={block} name="message" />
          <BlockText {...rest} block={block} name="phoneNumber" />
        </>
      );
    case 'frame':
      return <FrameFields block={block} {...rest} />;
  }
}

function HeadingFields(props: BlockProps<'heading'>) {
  const { block, onChange } = props;
  const id = `block-${block.id}`;
  return (
    <>
      <BlockText {...props} name="text" maxLength={BLOCK_MAX_LENGTH.heading} />
      <div>
        <label htmlFor={`${id}-level`}>{PAGE_LABELS.level}</label>
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

function TextFields({ block, lastSave, onChange, onSave }: BlockProps<'text'>) {
  const [{ paths }] = useLibrary();
  return (
    <RichTextEditor
      id={`block-${block.id}-text`}
      label="Text"
      value={block.html}
      onChange={(html) => onChange({ ...block, html })}
      onSave={onSave}
      lastSave={lastSave}
      pageTools={PAGE_TOOLS}
      pages={paths}
    />
  );
}

function PeopleFields({ block, onChange }: BlockProps<'people'>) {
  const [{ employees }] = useLibrary();
  const { employeeIds } = block;
  const isEveryone = employeeIds.length === 0;
  return (
    <>
      <p className={styles.hint}>
        {isEveryone
          ? 'Shows everyone. To show only some people, choose them.'
          : 'Shows the people you choose.'}
      </p>
      <ul className={`${styles.choices} plain-list`}>
        {employees.map(({ id, name }) => (
          <li key={id}>
            <Check
              label={name}
              isChecked={employeeIds.includes(id)}
              onChange={(isChosen) => {
                const others = employeeIds.filter((each) => each !== id);
                onChange({ ...block, employeeIds: isChosen ? [...others, id] : others });
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function FrameFields(props: BlockProps<'frame'>) {
  const { block, onChange } = props;
  const id = `block-${block.id}`;
  const [{ frameOrigins }] = useLibrary();
  const address = block.address.trim();
  const problem = address === '' ? undefined : frameProblem(address, frameOrigins);
  return (
    <>
      <BlockText
        {...props}
        name="address"
        label="Web address"
        maxLength={BLOCK_MAX_LENGTH.frameAddress}
        isWarning={problem !== undefined}
        hint={
          problem ??
          (frameOrigins.length === 0
            ? "Your website doesn't allow frames yet. Ask the person who runs your website to allow them."
            : `Your website allows frames from ${frameOrigins.join(', ')}.`)
        }
      />
      <BlockText
        {...props}
        name="title"
        label="What the frame shows"
        maxLength={BLOCK_MAX_LENGTH.frameTitle}
      />
      <div>
        <label htmlFor={`${id}-height`}>{PAGE_LABELS.height}</label>
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
