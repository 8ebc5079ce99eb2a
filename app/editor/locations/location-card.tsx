import { memo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Image } from '#contract/images.ts';
import { LOCATION_MAX_LENGTH } from '#contract/locations.ts';
import { readOpeningHours, WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { REMOVE_LABELS, RequestButton } from '#app/editor/field/request-button.tsx';
import rowToggle from '#app/editor/field/row-toggle.module.css';
import { onSaveKey, onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { LocationImage } from './location-image.tsx';
import { FIELD_NAMES, isSame, nameOf, problemOf, type DraftLocation } from './location-list.ts';
import styles from './location-card.module.css';

/** Longest text of special days, of which each line has its own limit. */
const SPECIAL_DAYS_LENGTH = 8000;

type TextField = Exclude<keyof DraftLocation, 'id' | 'imageId'>;

const BEFORE_HOURS: readonly TextField[] = [
  'name',
  'phoneNumber',
  'address',
  'emergencyNumber',
  'fax',
  'mapUrl',
];
const HOURS: readonly TextField[] = ['normalMonFri', 'normalSatSun', 'harvestMonFri', 'harvestSatSun'];
const MULTILINE: readonly TextField[] = ['address', 'exceptions', 'services'];

const HINTS: Partial<Record<TextField, string>> = {
  mapUrl: 'Leave it blank to link the address.',
  exceptions: 'One day per line, such as Nov 26: closed. Or Dec 24: 8:00 am – noon.',
  services: 'One per line, such as Truck scale.',
};

const UNCLEAR_HOURS =
  "We can't tell from this when you're open. Type hours like this: 7:30\u00A0am – 5:00\u00A0pm.";

type CardProps = {
  location: DraftLocation;
  /** Images of the loaded locations by id; undefined if one was deleted. */
  images: ReadonlyMap<string, Image | undefined>;
  position: number;
  count: number;
  isChanged: boolean;
  /** Undefined for a new location. */
  savedName: string | undefined;
  /** Whether a new name is for the cash bids of the location, too. */
  renamesBids: boolean;
  today: string;
  onChange: (id: string, values: Partial<DraftLocation>) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (location: DraftLocation, position: number) => Promise<Failure | undefined>;
  onRenamesBids: (renames: boolean) => void;
  onSave: () => void;
};

/** Compares locations by value, because each key press parses the list into new objects. */
const haveSameProps = ({ location, ...before }: CardProps, { location: next, ...after }: CardProps) =>
  isSame(location, next) &&
  (Object.keys(after) as (keyof typeof after)[]).every((name) => before[name] === after[name]);

/** Renders a location in one line, which opens to edit it. */
export const LocationCard = memo(function LocationCard({
  location,
  images,
  position,
  count,
  isChanged,
  savedName,
  renamesBids,
  today,
  onChange,
  onMove,
  onRemove,
  onRenamesBids,
  onSave,
}: CardProps) {
  const id = `location-${location.id}`;
  const [isDragged, setIsDragged] = useState(false);
  const [isOpen, setIsOpen] = useState(location.name === '');

  const field = (name: TextField, note?: string) => {
    const isMultiline = MULTILINE.includes(name);
    const hint = note ?? HINTS[name];
    const hintId = hint === undefined ? undefined : `${id}-${name}-hint`;
    const isWide = name === 'exceptions' || name === 'services';
    return (
      <div key={name} className={isWide ? styles.wide : undefined}>
        <label htmlFor={`${id}-${name}`} className={controls.label}>
          {FIELD_NAMES[name]}
        </label>
        <LimitedInput
          id={`${id}-${name}`}
          className={controls.input}
          isMultiline={isMultiline}
          value={location[name]}
          required={name === 'name'}
          // On every render, because the text also changes without an event, such as on Undo changes.
          ref={(input) => input?.setCustomValidity(problemOf(name, location[name], today))}
          maxLength={name === 'exceptions' ? SPECIAL_DAYS_LENGTH : LOCATION_MAX_LENGTH[name]}
          enterKeyHint={isMultiline ? undefined : 'done'}
          aria-describedby={hintId}
          onType={(text) => onChange(location.id, { [name]: text })}
          onKeyDown={(event) => (isMultiline ? onSaveShortcut : onSaveKey)(event, onSave)}
        />
        {hint !== undefined && (
          <p id={hintId} className={styles.hint} data-warning={note !== undefined}>
            {hint}
          </p>
        )}
      </div>
    );
  };

  return (
    <li id={id} className={styles.card} data-dragged={isDragged} data-open={isOpen}>
      <button
        type="button"
        className={`${rowToggle.toggle} ${styles.toggle}`}
        aria-expanded={isOpen}
        data-changed={isChanged}
        data-row-toggle
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={rowToggle.label}>
          <span className="visually-hidden">Location </span>
          {position + 1}
        </span>{' '}
        <span className={styles.name}>{location.name.trim() || '(no name)'}</span>{' '}
        {isChanged && <span className="visually-hidden">Changed</span>}{' '}
        <span className={rowToggle.value}>{location.phoneNumber}</span>
      </button>
      {/* Browsers show the message of an invalid box only if the box is visible. */}
      <fieldset
        className={styles.fields}
        hidden={!isOpen}
        onInvalidCapture={() => flushSync(() => setIsOpen(true))}
      >
        <legend className="visually-hidden">{nameOf(location)}</legend>
        {savedName !== undefined && savedName !== location.name.trim() && (
          <label className={`${controls.label} ${styles.wide} ${styles.check}`}>
            <input
              type="checkbox"
              checked={renamesBids}
              onChange={({ target }) => onRenamesBids(target.checked)}
            />
            Use the new name in the cash bids of {savedName}, too
          </label>
        )}
        {BEFORE_HOURS.map((name) => field(name))}
        {HOURS.map((name) => field(name, isUnclear(name, location[name]) ? UNCLEAR_HOURS : undefined))}
        {field('exceptions')}
        {field('services')}
        <LocationImage
          id={`${id}-image`}
          imageId={location.imageId}
          known={images}
          onChoose={(imageId) => onChange(location.id, { imageId })}
        />
        <div className={styles.actions}>
          <ReorderControls
            position={position}
            count={count}
            onMove={(to) => onMove(location.id, to)}
            onDrag={setIsDragged}
          />
          <RequestButton labels={REMOVE_LABELS} onPress={() => onRemove(location, position)} />
        </div>
      </fieldset>
    </li>
  );
}, haveSameProps);

function isUnclear(name: TextField, text: string): boolean {
  if (text.trim() === '') return false;
  const { hours, unread } = readOpeningHours(text, name.endsWith('SatSun') ? WEEKEND : WEEKDAYS);
  return hours.length === 0 || unread.length > 0;
}
