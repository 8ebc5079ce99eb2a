import { useMemo, useState, type KeyboardEvent } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { DASHBOARD_PAGE } from '#contract/paths.ts';
import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { counted } from '#contract/text.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { Link } from '#app/router/link.tsx';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { BidDifferences } from '#app/editor/grid/cash-bids/bid-differences.tsx';
import { differences, gridOfBids } from '#app/editor/grid/cash-bids/bid-grid.ts';
import { BIDS_NAME, useBidsField } from '#app/editor/grid/cash-bids/use-bids-field.ts';
import { keptGrid } from '#app/editor/grid/grid.ts';
import { useTableField } from '#app/editor/grid/price-tables/use-table-field.ts';
import { EditorProvider } from '#app/editor/field/editor-context.ts';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { useEditorState } from '#app/editor/field/use-editor-state.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { LeaveWarning } from '#app/editor/shell/leave-warning.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { useIsNarrow } from '#app/editor/shell/use-is-narrow.ts';
import { futuresGroup, locationGroups, setBid, setCell, tableGroup } from './board.ts';
import { nextInput } from './next-input.ts';
import { POST_ID, PostBar, usePosting, type BoardField } from './post-bar.tsx';
import { PriceGroup, type Fold } from './price-group.tsx';
import { loadPrices, type Prices } from './prices.ts';
import frame from '#app/editor/shell/dashboard-frame.module.css';
import styles from './today.module.css';

/** What only the dashboard has. The fields of this page show that the session has ended. */
const NOT_HERE = {
  interrupted: undefined,
  openSetup: async () => undefined,
  onPasswordChanged: () => undefined,
  leaveToSignIn: () => undefined,
};

/** Renders the prices that change daily. `first` is the result of the first request for them. */
export function Today({ admin, first }: { admin: CurrentAdmin; first: CallResult<Prices> }) {
  const { shared, unsaved, problem } = useEditorState(admin);
  const editor = useMemo(() => ({ ...shared, ...NOT_HERE }), [shared]);
  const load = useEditorQuery(loadPrices, { first });
  useRootAttribute('data-today');
  return (
    <EditorProvider value={editor}>
      <header className={frame.strip}>
        <h1 className={`${frame.name} ${styles.title}`}>Today</h1>
        <p className={frame.username}>{admin.username}</p>
        <Link to="/admin/history">History</Link>
        <Link to={DASHBOARD_PAGE}>Editor</Link>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <FailureAlert failure={problem === undefined ? undefined : { reason: problem }} />
        <EditorQueryView query={load} noun="prices">
          {(prices) => <Board prices={prices} />}
        </EditorQueryView>
      </main>
      <LeaveWarning unsaved={unsaved} isPersistent={shared.drafts.isPersistent} />
    </EditorProvider>
  );
}

/** Number of locations up to which all of them are open at first. */
const OPEN_LOCATIONS = 4;

function Board({ prices: [bidList, fuelTable, phosphorus, nitrogen, potassium, other] }: { prices: Prices }) {
  const bids = useBidBoard(bidList);
  const fuel = tableBoard(1, useTableField(fuelTable));
  const fertilizers = [
    tableBoard(2, useTableField(phosphorus)),
    tableBoard(3, useTableField(nitrogen)),
    tableBoard(4, useTableField(potassium)),
    tableBoard(0, useTableField(other)),
  ];
  const boards = [bids, fuel, ...fertilizers];
  const posting = usePosting(boards);
  const isNarrow = useIsNarrow();
  const [dropped, setDropped] = useState(0);

  const sectionOf = (board: typeof bids, foldOf: (at: number) => Fold | undefined = () => undefined) => (
    <section
      key={board.field.name}
      className={styles.section}
      aria-label={board.name}
      data-field={board.field.name}
    >
      {board.groups.map((group, at) => (
        <PriceGroup
          key={group.name}
          id={board.field.name}
          group={group}
          fold={foldOf(at)}
          onType={board.onType}
          onDropped={setDropped}
        />
      ))}
    </section>
  );

  return (
    <>
      <div
        className={styles.board}
        role="group"
        aria-label="Prices"
        onKeyDown={(event) => onKey(event, posting.post)}
      >
        {boards.every(({ groups }) => groups.every(({ rows }) => rows.length === 0)) && (
          <p>
            No prices yet. <Link to={DASHBOARD_PAGE}>Add them in the editor.</Link>
          </p>
        )}
        {sectionOf(bids, (at) =>
          bids.groups.length <= OPEN_LOCATIONS + 1 || at === 0 ? undefined : at === 1 ? 'open' : 'closed',
        )}
        {sectionOf(fuel)}
        <div className={styles.folds}>
          {fertilizers.map((board) => sectionOf(board, () => (isNarrow ? 'closed' : undefined)))}
        </div>
      </div>
      <PostBar
        boards={boards}
        posting={posting}
        notice={dropped > 0 ? `${counted(dropped, 'price')} didn't fit.` : ''}
      />
    </>
  );
}

function useBidBoard({ saved: bidList, version }: Prices[0]): BoardField {
  const saved = useMemo(() => gridOfBids(bidList), [bidList]);
  const bids = useBidsField({ section: 'cash-bids', saved, version, commodities: bidList.commodities });
  const { base, theirs } = bids.field.state;
  return {
    ...bids,
    name: BIDS_NAME,
    groups: [futuresGroup(bids), ...locationGroups(bids)],
    onType: (position, text) => bids.field.edit((draft) => setBid(draft, position, text)),
    theirs: theirs && <BidDifferences items={differences(keptGrid(base), keptGrid(theirs.content))} />,
  };
}

function tableBoard(type: PriceTableType, table: ReturnType<typeof useTableField>): BoardField {
  const name = PRICE_TABLES[type].label;
  const { theirs } = table.field.state;
  return {
    ...table,
    name,
    groups: [tableGroup(name, table)],
    onType: (position, text) => table.field.edit((draft) => setCell(draft, position, text)),
    theirs: theirs && <PriceTableView name={name} table={{ ...theirs.content, changedAt: null }} />,
  };
}

/** Moves to another field, or from the last one to the button. Everything typed is already in the draft. */
function onKey(event: KeyboardEvent<HTMLElement>, post: () => void): void {
  onSaveShortcut(event, post);
  const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  const isPlain = !(ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing);
  if (!isPlain || !(target instanceof HTMLInputElement)) return;
  const next = nextInput(key, target, currentTarget);
  if (next === undefined) return;
  event.preventDefault();
  (next ?? document.getElementById(POST_ID))?.focus();
}
