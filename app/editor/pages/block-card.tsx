import { Button } from '#app/editor/shell/button.tsx';
import { memo } from 'react';
import type { PageBlock } from '#contract/own-pages.ts';
import { blockName } from '#shared/block-names.ts';
import { isEqual } from '#shared/merge-values.ts';
import type { RowProps } from '#app/editor/lists/row-list.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { BlockFields } from './block-fields.tsx';
import type { BlockProps } from './block-text.tsx';
import styles from './pages-editor.module.css';

/** Renders a block of a page with its inputs. */
export const BlockCard = memo(function BlockCard({
  row: block,
  saved,
  position,
  count,
  lastSave,
  onChange,
  onMove,
  onRemove,
  onSave,
}: RowProps<PageBlock> & Pick<BlockProps<never>, 'lastSave'>) {
  const name = `${position + 1}. ${blockName(block)}`;
  return (
    <li className={styles.block} data-changed={!isEqual(block, saved)}>
      <fieldset id={`block-${block.id}`} tabIndex={-1}>
        <legend>{name}</legend>
        <BlockFields
          block={block}
          lastSave={lastSave}
          onChange={(changed) => onChange(block.id, changed)}
          onSave={onSave}
        />
        <div className={styles.controls}>
          <ReorderControls
            position={position}
            count={count}
            itemName={`block ${position + 1}`}
            onMove={(to) => onMove(block, to)}
          />
          <Button onClick={() => void onRemove(block)}>
            Remove<span className="visually-hidden"> block {position + 1}</span>
          </Button>
        </div>
      </fieldset>
    </li>
  );
});
