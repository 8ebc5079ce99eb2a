import type { VersionId } from '#contract/content-version.ts';
import { useMemo, useState } from 'react';
import { BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { API } from '#contract/paths.ts';
import { CopyTable } from '#app/editor/grid/copy-table.tsx';
import { keptGrid, type CellPosition, type Grid } from '#app/editor/grid/grid.ts';
import { keptTexts } from '#app/editor/grid/grid-draft.ts';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { savedQuestions } from '#app/editor/grid/price-question.ts';
import { GridQuestion } from '#app/editor/grid/grid-question.tsx';
import { useField } from '#app/editor/field/use-field.ts';
import {
  BID_HEADER_NAMES,
  BID_KINDS,
  BIDS_FORM,
  bidPriceQuestions,
  closedBid,
  columnOf,
  differences,
  warningsOf,
  previousBids,
  withCell,
  withOffer,
  withKnownTexts,
  newRowOf,
  type BidDraft,
} from './bid-grid.ts';
import { BidDifferences } from './bid-differences.tsx';
import { BidFile } from './bid-file.tsx';
import { mergeBidLists } from './merge-bids.ts';
import { loadBids, submitBids } from './submit-bids.ts';
import { useBidChoices } from './use-bid-choices.ts';
import { useGridSteps } from '#app/editor/grid/use-grid-steps.ts';
import columns from './bid-columns.module.css';
import bidList from './cash-bids-section.module.css';

const ID = 'cash-bids-rows';
const NAME = 'Bids';
const HINTS = { markCurrent: `${ID}-hold-hint`, file: `${ID}-file-hint` };

export function BidsField({
  section,
  saved,
  version,
  commodities,
}: {
  section: string;
  saved: BidDraft;
  version: VersionId;
  commodities: readonly Commodity[];
}) {
  const field = useField(
    {
      section,
      field: ID,
      subject: 'cash-bids',
      saved,
      version,
      async save(sent: BidDraft, baseVersion: VersionId, before: BidDraft) {
        const result = await submitBids(sent, baseVersion);
        if (result.outcome === 'done') steps.setAfterSave(questionsAfterSave(before, sent, commodities));
        return result;
      },
      load: loadBids,
      mergeDraft: mergeBidLists,
      whenSignedOut: 'fail',
    },
    BIDS_FORM,
  );
  const { draft, saved: savedGrid, base, theirs } = field.state;
  const steps = useGridSteps({
    id: ID,
    draft,
    headerNames: BID_HEADER_NAMES,
    maxRows: BID_LIMITS.rows,
    fullMessage: `You've reached the limit of ${counted(BID_LIMITS.rows, 'bid')}. Remove a row to add another.`,
    newRow: newRowOf,
    onChange: (next) => field.type({ ...(draft.heldAt !== undefined && { heldAt: draft.heldAt }), ...next }),
  });
  const { grid } = steps;
  const previous = useMemo(() => keptTexts(draft, previousBids(savedGrid, draft)), [draft, savedGrid]);
  const messages = useMemo(() => warningsOf(grid, commodities), [grid, commodities]);
  const questions = useMemo(
    () => bidPriceQuestions(grid, previous, commodities),
    [grid, previous, commodities],
  );
  const choices = useBidChoices(savedGrid, commodities);
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
          <button type="button" aria-describedby={HINTS.markCurrent} onClick={markAllCurrent}>
            Mark all bids current
          </button>
          <BidFile
            describedBy={HINTS.file}
            onStatus={steps.setNotice}
            onRead={(read) => setFile(withKnownTexts(read, grid))}
          />
          <CopyTable name={NAME} grid={grid} onStatus={steps.setNotice} />
          <BidHints />
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

function questionsAfterSave(base: BidDraft, sent: BidDraft, commodities: readonly Commodity[]): string {
  const grid = keptGrid(sent);
  return savedQuestions(bidPriceQuestions(grid, previousBids(keptGrid(base), grid), commodities));
}

const FILE_USED =
  'Your bids now match the file. Choose Save to put them on the website, or Undo changes to go back.';

function BidHints() {
  return (
    <div className={bidList.wide}>
      <p id={HINTS.markCurrent} className={bidList.hint}>
        Mark all bids current: Use this after you've checked every price. After you save, farmers will see the
        time you marked them.
      </p>
      <p id={HINTS.file} className={bidList.hint}>
        Import CSV: Needs columns named location and commodity. For a sample,{' '}
        <a href={`${API.cashBids}?format=csv&bom=1`} download="cash-bids.csv">
          download the bids on your website
        </a>
        .
      </p>
    </div>
  );
}
