import { useState } from 'react';
import { BID_LIMITS } from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { CopyTable } from '#app/editor/grid/copy-table.tsx';
import { keptGrid, type CellPosition, type Grid } from '#app/editor/grid/grid.ts';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { GridQuestion } from '#app/editor/grid/grid-question.tsx';
import {
  BID_HEADER_NAMES,
  BID_KINDS,
  closedBid,
  columnOf,
  differences,
  withCell,
  withKnownTexts,
  withOffer,
  newRowOf,
  type BidDraft,
} from './bid-grid.ts';
import { BidDifferences } from './bid-differences.tsx';
import { BidFile } from './bid-file.tsx';
import { BIDS_ID as ID, BIDS_NAME as NAME, useBidsField } from './use-bids-field.ts';
import { useBidChoices } from './use-bid-choices.ts';
import { useGridSteps } from '#app/editor/grid/use-grid-steps.ts';
import columns from './bid-columns.module.css';

export function BidsField(props: Omit<Parameters<typeof useBidsField>[0], 'onSaved'>) {
  const { field, grid, previous, questions, ...messages } = useBidsField({
    ...props,
    onSaved: (text) => steps.setAfterSave(text),
  });
  const { draft, base, theirs } = field.state;
  const steps = useGridSteps({
    id: ID,
    draft,
    headerNames: BID_HEADER_NAMES,
    maxRows: BID_LIMITS.rows,
    fullMessage: `You've reached the limit of ${counted(BID_LIMITS.rows, 'bid')}. Remove a row to add another.`,
    newRow: newRowOf,
    onChange: (next) => field.type({ ...(draft.heldAt !== undefined && { heldAt: draft.heldAt }), ...next }),
  });
  const choices = useBidChoices(field.state.saved, props.commodities);
  const [file, setFile] = useState<Grid>();

  function onType(position: CellPosition, text: string) {
    const { grid: next, copiedRows } = withCell(grid, position, text);
    const message = `Also updated ${counted(copiedRows, 'other row')} with the same futures month.`;
    steps.change(next, { message: copiedRows > 0 ? message : '' });
  }

  function setBasis({ row, column }: CellPosition) {
    const focus = idsOf(ID).text({ row, column: columnOf('basis') });
    steps.change(withOffer(grid, row, messages.offers[row]?.[column] ?? ''), { focus });
  }

  function markAllCurrent() {
    const next: BidDraft = { ...draft, heldAt: new Date().toISOString() };
    const message = 'All bids are marked current as of now. Choose Save to show this on your website.';
    steps.changeDraft(next, { message });
  }

  return (
    <GridField
      id={ID}
      name={NAME}
      field={field}
      draft={draft}
      previous={previous}
      {...messages}
      questions={questions}
      kinds={BID_KINDS}
      choices={choices}
      onOffer={setBasis}
      frozenColumns={2}
      columns={columns.columns}
      closedName={closedBid}
      closedColumn={columnOf('basis')}
      steps={steps}
      onType={onType}
      theirs={theirs && <BidDifferences items={differences(keptGrid(base), keptGrid(theirs.content))} />}
      actions={
        <>
          <Button onClick={markAllCurrent}>Mark all bids current</Button>
          <BidFile onStatus={steps.setNotice} onRead={(read) => setFile(withKnownTexts(read, grid))} />
          <CopyTable name={NAME} grid={grid} onStatus={steps.setNotice} />
        </>
      }
    >
      {file && (
        <GridQuestion
          text="What this file would change"
          confirmLabel="Use this file"
          onConfirm={() => {
            setFile(undefined);
            steps.change(file, { focus: ID, message: FILE_USED });
          }}
          onCancel={() => setFile(undefined)}
        >
          <BidDifferences items={differences(grid, file)} />
        </GridQuestion>
      )}
    </GridField>
  );
}

const FILE_USED =
  'Your bids now match the file. Choose Save to put them on the website, or Undo changes to go back.';
