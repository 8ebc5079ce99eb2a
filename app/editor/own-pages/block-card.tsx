import { memo, useState } from 'react';
import type { PageBlock } from '#contract/own-pages.ts';
import { blockName } from '#shared/block-names.ts';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import controls from '#app/editor/frame/controls.module.css';
import { BlockFields } from './block-fields.tsx';
import type { BlockProps } from './block-props.ts';
import styles from './pages-editor.module.css';

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
  }: Omit<BlockProps<never>, 'block'> & {
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
