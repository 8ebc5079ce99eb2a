import { useMemo, useState, type KeyboardEvent } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { BidList } from '#contract/cash-bids.ts';
import type { VersionId } from '#contract/content-version.ts';
import { DASHBOARD_PAGE, TODAY_PAGE } from '#contract/paths.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { mayChange } from '#contract/rights.ts';
import { counted } from '#contract/text.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { Link } from '#app/router/link.tsx';
import { useLocation } from '#app/router/router-context.tsx';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { BidDifferences } from '#app/editor/grid/cash-bids/bid-differences.tsx';
import { differences, gridOfBids } from '#app/editor/grid/cash-bids/bid-grid.ts';
import { BIDS_NAME, bidsChangedAt, useBidsField } from '#app/editor/grid/cash-bids/use-bids-field.ts';
import { keptGrid } from '#app/editor/grid/grid.ts';
import { loadTable } from '#app/editor/grid/price-tables/submit-table.ts';
import { useTableField } from '#app/editor/grid/price-tables/use-table-field.ts';
import { EditorProvider, WITHOUT_DASHBOARD } from '#app/editor/field/editor-context.ts';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { useEditorState } from '#app/editor/field/use-editor-state.ts';
import { adminApi, callAll, type CallResult } from '#app/editor/shell/admin-api.ts';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { LeaveWarning } from '#app/editor/shell/leave-warning.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { editingText } from '#app/editor/shell/use-presence.ts';
import { useIsNarrow } from '#app/editor/shell/use-is-narrow.ts';
import { HarvestTab } from './harvest/harvest-tab.tsx';
import { groupOfTable, groupsOfBids, setBid, setCell } from './board.ts';
import { AttentionList } from './attention-list.tsx';
import { POST_ID, PostBar, type Board } from './post-bar.tsx';
import { PriceGroup } from './price-group.tsx';
import frame from '#app/editor/shell/dashboard-frame.module.css';
import styles from './today.module.css';

/** `section`: that of the dashboard, which has the same field. */
const TABLES = [
  { type: 1, section: 'fuel', hasFixedColumns: false },
  { type: 2, section: 'fertilizer', hasFixedColumns: true },
  { type: 3, section: 'fertilizer', hasFixedColumns: true },
  { type: 4, section: 'fertilizer', hasFixedColumns: true },
  { type: 0, section: 'other-fertilizer', hasFixedColumns: false },
] as const;

const PRICE_SECTIONS = ['cash-bids', ...TABLES.map(({ section }) => section)];

export const loadPrices = () => callAll([adminApi.bidList(), ...TABLES.map(loadTable)]);
type Loaded = Extract<Awaited<ReturnType<typeof loadPrices>>, { outcome: 'done' }>;

/** Number of groups that are not folded: the futures, and the first locations. */
const OPEN_GROUPS = 5;

export const HARVEST_HASH = '#harvest';

/**
 * Renders the prices that change daily and, in a second tab, what locations take at harvest; one of them if the person
 * may change only that. `first` is the result of the first request for the prices, if one was sent.
 */
export function Today({
  admin,
  first,
}: {
  admin: CurrentAdmin;
  first: CallResult<Loaded['body']> | undefined;
}) {
  const { shared, unsaved, problem, attention, others } = useEditorState(admin);
  const editor = useMemo(() => ({ ...shared, ...WITHOUT_DASHBOARD }), [shared]);
  const load = useEditorQuery(loadPrices, first && { first });
  const { hash } = useLocation();
  const hasPrices = mayChange(admin.role, ['bids', 'fertilizer', 'fuel']);
  const mayPost = mayChange(admin.role, ['harvest']);
  const isHarvest = mayPost && (hash === HARVEST_HASH || !hasPrices);
  const [hasHarvest, setHasHarvest] = useState(isHarvest);
  // Stays, so that the tabs keep what is typed in them.
  if (isHarvest && !hasHarvest) setHasHarvest(true);
  const editing = editingText(others, PRICE_SECTIONS);
  useRootAttribute('data-dashboard');
  return (
    <EditorProvider value={editor}>
      <header className={`${frame.strip} ${styles.strip}`}>
        <p className={`${frame.name} ${styles.name}`}>Today</p>
        <nav className={styles.tabs} aria-label="Today" hidden={!hasPrices || !mayPost}>
          <Link to={TODAY_PAGE} aria-current={isHarvest ? undefined : 'page'}>
            Prices
          </Link>
          <Link to={`${TODAY_PAGE}${HARVEST_HASH}`} aria-current={isHarvest ? 'page' : undefined}>
            Harvest
          </Link>
        </nav>
        <p className={frame.username}>{admin.username}</p>
        <Link to="/admin/history">History</Link>
        <Link to={DASHBOARD_PAGE}>Editor</Link>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <h1 className="visually-hidden">Today</h1>
        <FailureAlert failure={problem === undefined ? undefined : { reason: problem }} />
        <AttentionList {...attention} />
        <p role="status">{editing && `${editing} prices, too.`}</p>
        <div hidden={isHarvest}>
          <EditorQueryView query={load} noun="prices">
            {(body, version) => <Prices body={body} version={version} />}
          </EditorQueryView>
        </div>
        {hasHarvest && (
          <div hidden={!isHarvest}>
            <HarvestTab />
          </div>
        )}
      </main>
      <LeaveWarning unsaved={unsaved} isPersistent={shared.drafts.isPersistent} />
    </EditorProvider>
  );
}

function Prices({ body: [bidList, ...tables], version }: Pick<Loaded, 'body' | 'version'>) {
  const bids = useBids(bidList, version);
  const sourceOf = (at: number) => ({ ...TABLES[at]!, ...tables[at]!, version });
  const fuel = useTable(sourceOf(0));
  const fertilizers = [
    useTable(sourceOf(1)),
    useTable(sourceOf(2)),
    useTable(sourceOf(3)),
    useTable(sourceOf(4)),
  ];
  const boards = [bids, fuel, ...fertilizers];
  const isNarrow = useIsNarrow();
  const [dropped, setDropped] = useState(0);

  const section = ({ name, field, groups, onType }: Board, isFolded: boolean) => (
    <section key={field.name} className={styles.section} aria-label={name} data-field={field.name}>
      {groups.map((group, at) => (
        <PriceGroup
          key={group.name}
          id={field.name}
          group={group}
          isFolded={isFolded || at >= OPEN_GROUPS}
          onType={(position, text) => {
            setDropped(0);
            onType(position, text);
          }}
          onDropped={setDropped}
        />
      ))}
    </section>
  );

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves between its inputs */}
      <div className={styles.board} onKeyDown={onKey}>
        {section(bids, false)}
        {section(fuel, false)}
        <div className={styles.folds}>{fertilizers.map((board) => section(board, isNarrow))}</div>
        {boards.every(({ groups }) => groups.every(({ rows }) => rows.length === 0)) && (
          <p>
            No prices yet. <Link to={DASHBOARD_PAGE}>Add them in the editor.</Link>
          </p>
        )}
      </div>
      <PostBar boards={boards} notice={dropped > 0 ? `${counted(dropped, 'price')} didn't fit.` : ''} />
    </>
  );
}

function useBids(bidList: BidList, version: VersionId): Board {
  const saved = useMemo(() => gridOfBids(bidList), [bidList]);
  const { commodities } = bidList;
  const bids = useBidsField({
    section: 'cash-bids',
    saved,
    version,
    commodities,
    changedAt: bidsChangedAt(bidList),
  });
  const { base, theirs } = bids.field.state;
  return {
    ...bids,
    name: BIDS_NAME,
    groups: groupsOfBids(bids),
    onType: (position, text) => bids.field.edit((draft) => setBid(draft, position, text)),
    theirs: theirs && <BidDifferences items={differences(keptGrid(base), keptGrid(theirs.content))} />,
  };
}

function useTable(source: Parameters<typeof useTableField>[0]): Board {
  const table = useTableField(source);
  const name = PRICE_TABLES[source.type].label;
  const { theirs } = table.field.state;
  return {
    ...table,
    name,
    groups: [groupOfTable(name, table)],
    onType: (position, text) => table.field.edit((draft) => setCell(draft, position, text)),
    theirs: theirs && <PriceTableView name={name} table={{ ...theirs.content, changedAt: null }} />,
  };
}

/** Enter moves to the next number, or from the last one to the button; arrows move within a column. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  const button = document.getElementById(POST_ID);
  onSaveShortcut(event, () => button?.click());
  const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  const isMove = ['Enter', 'ArrowUp', 'ArrowDown'].includes(key) && !nativeEvent.isComposing;
  if (!isMove || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const inputs = [...currentTarget.querySelectorAll('input')].filter((each) => each.checkVisibility());
  const { right } = target.getBoundingClientRect();
  const isInColumn = (each: Element) => Math.abs(each.getBoundingClientRect().right - right) < 1;
  const others = key === 'Enter' ? inputs : inputs.filter(isInColumn);
  const next = others[others.indexOf(target) + (key === 'ArrowUp' ? -1 : 1)];
  (next ?? (key === 'Enter' ? button : null))?.focus();
}
