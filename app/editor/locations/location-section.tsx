import type { VersionId } from '#contract/content-version.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LOCATIONS_MAX, type Locations } from '#contract/locations.ts';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { ConfirmDialog } from '#app/editor/frame/confirm-dialog.tsx';
import controls from '#app/editor/frame/controls.module.css';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useToday } from '#app/editor/frame/use-today.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { ListButton, ListField } from '#app/editor/field/list-field.tsx';
import { RemovedLine, removedMessage, restoredMessage, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { withRemovals, withRestored, type Removal } from '#app/editor/field/removals.ts';
import { focusInRow, focusOrRow } from '#app/editor/field/row-toggle.tsx';
import { useField } from '#app/editor/field/use-field.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import { useSite } from '#app/ui/site-context.ts';
import { LocationCard } from './location-card.tsx';
import {
  applyStep,
  difference,
  fromServer,
  isBlank,
  isSame,
  mergeLocations,
  nameOf,
  newLocation,
  toLocations,
  without,
  type DraftLocation,
} from './location-list.ts';
import {
  loadLocations,
  locationApi,
  removeSavedLocation,
  restoreLocation,
  submitLocations,
} from './submit-locations.ts';
import styles from '#app/editor/field/card-list.module.css';

const ID = 'locations';

export function LocationSection() {
  const load = useEditorQuery(locationApi.list);
  return (
    <EditorQueryView query={load} noun="locations">
      {(locations, version) => <LocationsField locations={locations} version={version} />}
    </EditorQueryView>
  );
}

function LocationsField({ locations, version }: { locations: Locations; version: VersionId }) {
  const { timeZone } = useSite();
  const today = useToday(timeZone);
  const [renamesBids, setRenamesBids] = useState(true);
  const save = useCallback(
    (text: string, baseVersion: VersionId) =>
      submitLocations(text, baseVersion, { today, bids: renamesBids ? 'rename' : 'keep' }),
    [today, renamesBids],
  );
  /** Location with cash bids to confirm the removal of. */
  const [asked, setAsked] = useState<{ location: DraftLocation; position: number; question: string }>();
  const field = useField({
    section: ID,
    field: 'locations',
    subject: 'locations',
    saved: fromServer(locations),
    version,
    save,
    load: loadLocations,
    mergeDraft: mergeLocations,
    whenSignedOut: 'fail',
  });
  const { state, now, edit, change } = field;
  const saved = useMemo(() => toLocations(state.saved) ?? [], [state.saved]);
  const list = useMemo(() => toLocations(state.draft) ?? saved, [state.draft, saved]);
  const images = useMemo(
    () => new Map(locations.map(({ imageId, image }) => [imageId, image] as const)),
    [locations],
  );
  const savedById = new Map(saved.map((location) => [location.id, location]));
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState('');

  const onChange = useCallback(
    (id: string, values: Partial<DraftLocation>) =>
      edit((draft) =>
        applyStep(draft, (before) => before.map((each) => (each.id === id ? { ...each, ...values } : each))),
      ),
    [edit],
  );

  const onMove = useCallback(
    (id: string, to: number) => {
      const location = listIn(now().draft).find((each) => each.id === id);
      keepFocus(() => {
        edit((draft) => applyStep(draft, (before) => moved(before, (each) => each.id === id, to)));
        setStatus(`${location ? nameOf(location) : 'Location'} moved to position ${to + 1}.`);
      });
    },
    [edit, now],
  );

  /** Why a removal that was confirmed has failed. */
  const [confirmedFailure, setConfirmedFailure] = useState<Failure>();
  const { removals, remember, forget } = useRemovals<DraftLocation>('locations');
  const focusWhenLost = useFocusWhenLost();

  const onRemove = useCallback(
    async (location: DraftLocation, position: number, isConfirmed = false) => {
      const { id } = location;
      let failure: Failure | undefined;
      let isRemoved = true;
      if (listIn(now().saved).some((each) => each.id === id)) {
        await change(async (before) => {
          const outcome = await removeSavedLocation(id, before, isConfirmed);
          const { question } = outcome;
          if (question !== undefined) setAsked({ location, position, question });
          failure = outcome.failure;
          isRemoved = !failure && question === undefined && outcome.event.type !== 'conflict';
          // Read the draft now: it may have been edited during the request.
          if (isRemoved) remember(id, { draft: listIn(now().draft), saved: listIn(before.saved) });
          return outcome.event;
        });
      } else {
        isRemoved = !isBlank(location);
        if (isRemoved) remember(id, { draft: listIn(now().draft), saved: [] });
        // Focus the card that is now at the position of the removed one.
        else setTimeout(() => focusAt(form.current, position));
        edit((draft) => applyStep(draft, (before) => without(before, id)));
      }
      if (isRemoved) {
        focusWhenLost(undoIdOf(id));
        setStatus(removedMessage(nameOf(location)));
      }
      return failure;
    },
    [edit, change, now, remember, focusWhenLost],
  );

  async function undo(removal: Removal<DraftLocation>) {
    const { item, saved: stored, after } = removal;
    let failure: Failure | undefined;
    if (stored) {
      await change(async () => {
        const outcome = await restoreLocation({ ...removal, saved: stored }, now, today);
        failure = outcome.failure;
        return outcome.events;
      });
    } else {
      edit((draft) => applyStep(draft, (before) => withRestored(before, item, after.draft)));
    }
    if (failure) return failure;
    forget(item.id);
    focusWhenLost(`location-${item.id}-name`);
    setStatus(restoredMessage(nameOf(stored ?? item)));
    return undefined;
  }

  function add() {
    const added = newLocation();
    flushSync(() => edit((draft) => applyStep(draft, (before) => [...before, added])));
    focusInRow(document.getElementById(`location-${added.id}-name`));
  }

  const trySave = useCallback(() => form.current?.requestSubmit(), []);

  return (
    <ListField
      id="location-list"
      name="Locations"
      field={field}
      saveLabel="Save"
      onSave={trySave}
      buttons={list.length < LOCATIONS_MAX && <ListButton label="Add location" onPress={add} />}
      theirs={state.theirs && <TheirLocations theirs={listIn(state.theirs.content)} mine={list} />}
    >
      <p className={styles.hint}>
        Your main location comes first on the website. Change it under{' '}
        <a href="#contact-us-information">Contact Us Information</a> and{' '}
        <a href="#operating-hours">Operating Hours</a>. Add your other locations here. Remove takes effect
        right away. Other changes wait until you save.
      </p>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          field.save();
        }}
      >
        {list.length === 0 && <p className={styles.hint}>No other locations yet. Choose Add location.</p>}
        <ol className="plain-list">
          {withRemovals(list, removals).map(({ id, item: location, position, removal }) =>
            removal ? (
              <RemovedLine
                key={id}
                id={id}
                name={nameOf(removal.saved ?? removal.item)}
                onUndo={() => undo(removal)}
              />
            ) : (
              <LocationCard
                key={id}
                location={location}
                images={images}
                position={position}
                count={list.length}
                isChanged={!isSame(location, savedById.get(id))}
                savedName={savedById.get(id)?.name}
                renamesBids={renamesBids}
                onRenamesBids={setRenamesBids}
                today={today}
                onChange={onChange}
                onMove={onMove}
                onRemove={onRemove}
                onSave={trySave}
              />
            ),
          )}
        </ol>
      </form>
      {asked && (
        <ConfirmDialog
          heading={`Remove ${nameOf(asked.location)}?`}
          text={asked.question}
          cancelLabel="Cancel"
          confirmLabel={`Remove ${nameOf(asked.location)}`}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            void onRemove(asked.location, asked.position, true).then(setConfirmedFailure);
          }}
        />
      )}
      {confirmedFailure && (
        <p className={controls.failure} role="alert">
          {confirmedFailure.reason}
        </p>
      )}
    </ListField>
  );
}

const listIn = (text: string) => toLocations(text) ?? [];

function focusAt(form: HTMLFormElement | null, position: number): void {
  const cards = form?.querySelectorAll('li') ?? [];
  const next = cards[Math.min(position, cards.length - 1)];
  if (next) focusOrRow(next.querySelector('button'));
  else document.getElementById('location-list')?.focus();
}

const DIFFERENCES = {
  same: undefined,
  changed: 'different from yours',
  missing: 'not in your list',
} as const;

function TheirLocations({
  theirs,
  mine,
}: {
  theirs: readonly DraftLocation[];
  mine: readonly DraftLocation[];
}) {
  if (theirs.length === 0) return '(no locations)';
  return (
    <ol className={styles.theirs}>
      {theirs.map((location) => {
        const label = DIFFERENCES[difference(location, mine)];
        const { id, imageId: _image, ...texts } = location;
        return (
          <li key={id}>
            {Object.values(texts).filter(Boolean).join(', ')}
            {label && <strong> ({label})</strong>}
          </li>
        );
      })}
    </ol>
  );
}
