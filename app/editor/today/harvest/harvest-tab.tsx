import { useEffect, useMemo, useRef, useState } from 'react';
import type { Harvest, HarvestBoard, HarvestSave } from '#contract/harvest.ts';
import type { VersionId } from '#contract/content-version.ts';
import { API, DASHBOARD_PAGE } from '#contract/paths.ts';
import { mayChange } from '#contract/rights.ts';
import { isEqual } from '#shared/merge-values.ts';
import { keepAboveKeyboard } from '#app/browser/above-keyboard.ts';
import { Link } from '#app/router/link.tsx';
import { useEditor, useReader } from '#app/editor/field/editor-context.ts';
import { FieldFailure, FieldNewer } from '#app/editor/field/field-parts.tsx';
import { changeTime, includedMessage, lastSaveMessage } from '#app/editor/field/last-save-message.ts';
import { FieldNotes } from '#app/editor/field/list-field.tsx';
import { savedBy, type SaveResult } from '#app/editor/field/save-result.ts';
import { useField, type Field } from '#app/editor/field/use-field.ts';
import { useStableHandlers } from '#app/editor/field/use-stable-handlers.ts';
import { adminApi, callAs, put } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { HarvestRowView } from './harvest-row.tsx';
import {
  changesOf,
  currentRow,
  HARVEST_FORM,
  isPosted,
  locationIdOf,
  mergeHarvest,
  rowsOf,
  summaryOf,
  type HarvestRow,
} from './harvest-rows.ts';
import today from '#app/editor/today/today.module.css';
import styles from './harvest.module.css';

const ID = 'harvest';
const BAR_ID = 'harvest-bar';
const CHECK_EVERY_MS = 20_000;

/** Number of locations that are open at first. */
const OPEN_LOCATIONS = 4;

/** Renders what each location takes at harvest. Each tap is saved immediately. */
export const HarvestTab = () => (
  <Loaded from={adminApi.harvestBoard} noun="harvest board">
    {(board, version) => <Board board={board} version={version} />}
  </Loaded>
);

type Rows = readonly HarvestRow[];

function Board({ board, version }: { board: HarvestBoard; version: VersionId }) {
  const { timeZone, admin } = useEditor();
  const { field, isPosting } = useHarvestField(board, version, timeZone);
  const now = useNow();
  const [tapped, setTapped] = useState('');
  const { draft, saved } = field.state;
  const locations = [...Map.groupBy(draft, locationIdOf)].filter(
    ([id]) => admin.locations === null || admin.locations.includes(id),
  );
  const [openAtFirst] = useState(
    () =>
      new Set(locations.flatMap(([id, rows], at) => (at < OPEN_LOCATIONS || rows.some(isPosted) ? id : []))),
  );

  const onType = (id: string, change: Partial<HarvestRow>) =>
    field.edit((rows) =>
      rows.map((row) => (row.id === id ? { ...currentRow(row, Date.now()), ...change } : row)),
    );
  const handlers = useStableHandlers({
    onType,
    onPost(id: string, change: Partial<HarvestRow>) {
      if (Object.keys(change).length > 0) onType(id, change);
      const { draft: rows, saved: before } = field.now();
      if (isEqual(rows, before)) return;
      setTapped(id);
      field.save();
    },
  });
  const rowOf = (row: HarvestRow) => {
    const before = saved.find(({ id }) => id === row.id);
    return (
      <HarvestRowView
        key={row.id}
        row={currentRow(row, now)}
        isUnsaved={!isPosting && !isEqual(row, before)}
        {...handlers}
      />
    );
  };

  return (
    <>
      <div className={styles.board} data-field={ID}>
        {locations.map(([id, rows]) => (
          <details key={id} className={styles.location} open={openAtFirst.has(id)}>
            <summary>
              <h2>{rows[0]?.location}</h2>
            </summary>
            <div className={styles.rows}>{rows.map(rowOf)}</div>
          </details>
        ))}
        {board.commodities.length === 0 && (
          <p>
            No commodities yet. <Link to={`${DASHBOARD_PAGE}#cash-bids`}>Add them under Cash Bids.</Link>
          </p>
        )}
        {board.unlinkedBids.length > 0 && mayChange(admin.role, ['content']) && (
          <p>
            Your bids name other locations: {board.unlinkedBids.join(', ')}.{' '}
            <Link to={`${DASHBOARD_PAGE}#locations`}>Add locations.</Link>
          </p>
        )}
      </div>
      <Bar field={field} isPosting={isPosting} tapped={draft.find(({ id }) => id === tapped)} />
    </>
  );
}

function useHarvestField(board: HarvestBoard, version: VersionId, timeZone: string) {
  const [isPosting, setPosting] = useState(false);
  const source = useMemo(() => {
    const load = () =>
      callAs(adminApi.harvestBoard(), (loaded): Rows => rowsOf(loaded, loaded.entries, timeZone));
    const saving = savedBy(
      (draft: Rows, base: Rows) => put<HarvestSave>(API.harvest, { entries: changesOf(draft, base) }),
      ({ entries }: Harvest): Rows => rowsOf(board, entries, timeZone),
    );
    return {
      section: ID,
      field: ID,
      subject: ID,
      saved: rowsOf(board, board.entries, timeZone),
      version,
      mergeDraft: mergeHarvest,
      whenSignedOut: 'fail' as const,
      load,
      ...saving,
      async save(draft: Rows, baseVersion: VersionId, base: Rows): Promise<SaveResult<Rows>> {
        setPosting(true);
        const result = await saving.save(draft, baseVersion, base);
        setPosting(false);
        if (result.outcome === 'conflict') {
          // Its entries are as they are stored.
          const loaded = await load();
          if (loaded.outcome !== 'done') return loaded;
          return { ...result, current: { ...result.current, content: loaded.body, version: loaded.version } };
        }
        if (result.outcome !== 'done') return result;
        const { content } = result.body;
        // What was tapped since has none of the times that the server has set.
        const adopt = (now: Rows) =>
          isEqual(now, draft)
            ? content
            : (mergeHarvest({ draft: now, base: draft, theirs: content })?.merged ?? now);
        return { ...result, body: { ...result.body, adopt } };
      },
    };
  }, [board, version, timeZone]);
  return { field: useField<Rows>(source, HARVEST_FORM), isPosting };
}

/** Returns the time, so that nothing shows after its end. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Renders what was posted, with an undo, or why it was not. Stays in view. */
function Bar({
  field,
  isPosting,
  tapped,
}: {
  field: Field<Rows>;
  isPosting: boolean;
  /** The row that was changed last. */
  tapped: HarvestRow | undefined;
}) {
  const reader = useReader();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => keepAboveKeyboard(bar.current!), []);
  const { state, isUnsaved, isUndoing, undo } = field;
  const { receipt, lastSave, status } = state;

  function message(): string {
    if (isPosting || status === 'saving') return 'Posting…';
    if (isUnsaved) return 'Not posted yet';
    if (receipt?.changed === false) return 'Already posted.';
    if (!receipt || !lastSave) return field.lastSave ? lastSaveMessage(field.lastSave, reader) : '';
    if (receipt.restored) return 'Undone.';
    const included = includedMessage(receipt.included ?? [], reader).replace('Saved. ', '');
    return `${tapped ? `${summaryOf(tapped)}. ` : ''}Posted at ${changeTime(lastSave.at, reader)}. ${included}`.trim();
  }

  return (
    <div ref={bar} className={today.bar} data-edge="bottom" data-unsaved={isUnsaved && !isPosting}>
      <div id={BAR_ID} className={today.notes} tabIndex={-1}>
        <FieldFailure field={field} message="Not posted" className="" />
        <FieldNewer field={field} className="" />
        <FieldNotes
          id={BAR_ID}
          name="Harvest board"
          noun="version"
          field={field}
          theirs={null}
          className=""
        />
      </div>
      <p role="status">{message()}</p>
      {(isPosting || isUnsaved || undo) && (
        <Button
          aria-disabled={isPosting || isUndoing}
          onClick={() => !isPosting && runAndFocus(undo ?? field.revert)}
        >
          {isUndoing ? 'Undoing…' : 'Undo'}
        </Button>
      )}
      {isUnsaved && !isPosting && (
        <Button look="primary" data-unsaved onClick={field.save}>
          Post
        </Button>
      )}
    </div>
  );
}

/** Runs `choose`, then focuses the bar, because the pressed button disappears. */
function runAndFocus(choose: () => void): void {
  choose();
  document.getElementById(BAR_ID)?.focus();
}
