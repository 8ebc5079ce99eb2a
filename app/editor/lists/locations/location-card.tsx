import { memo } from 'react';
import type { Image } from '#contract/images.ts';
import { LOCATION_LABELS, LOCATION_MAX_LENGTH } from '#contract/locations.ts';
import { readOpeningHours, WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { RowCard } from '#app/editor/lists/row-card.tsx';
import type { RowProps } from '#app/editor/lists/row-list.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { LocationImage } from './location-image.tsx';
import { problemOf, type DraftLocation } from './location-list.ts';
import styles from './location-card.module.css';

/** Longest text of special days, of which each line has its own limit. */
const SPECIAL_DAYS_LENGTH = 8000;

type TextField = Exclude<keyof DraftLocation, 'id' | 'imageId'>;

const FIELDS: readonly TextField[] = [
  'name',
  'phoneNumber',
  'address',
  'emergencyNumber',
  'fax',
  'mapUrl',
  'normalMonFri',
  'normalSatSun',
  'harvestMonFri',
  'harvestSatSun',
  'exceptions',
  'services',
];
const MULTILINE: readonly TextField[] = ['address', 'exceptions', 'services'];
const WIDE: readonly TextField[] = ['exceptions', 'services'];

const HINTS: Partial<Record<TextField, string>> = {
  mapUrl: 'Leave it blank to link the address.',
  exceptions: 'One day per line, such as Nov 26: closed. Or Dec 24: 8:00 am – noon.',
  services: 'One per line, such as Truck scale.',
};

const UNCLEAR_HOURS =
  "We can't tell from this when you're open. Type hours like this: 7:30\u00A0am – 5:00\u00A0pm.";

/** Renders a location in one line, which opens to edit it. */
export const LocationCard = memo(function LocationCard({
  images,
  renamesBids,
  onRenamesBids,
  today,
  onChange,
  onSave,
  ...card
}: RowProps<DraftLocation> & {
  /** Images of the loaded locations by id; undefined if one was deleted. */
  images: ReadonlyMap<string, Image | undefined>;
  /** Whether a new name is for the cash bids of the location, too. */
  renamesBids: boolean;
  onRenamesBids: (renames: boolean) => void;
  today: string;
}) {
  const { row: location, saved } = card;
  const id = `location-${location.id}`;
  return (
    <RowCard
      {...card}
      id={id}
      noun="Location"
      name={location.name}
      value={location.phoneNumber}
      isFolded
      isOpenFirst={location.name === ''}
    >
      {saved && saved.name !== location.name.trim() && (
        <label className={`${controls.label} ${controls.check} ${styles.check}`}>
          <input
            type="checkbox"
            checked={renamesBids}
            onChange={({ target }) => onRenamesBids(target.checked)}
          />
          Use the new name in the cash bids of {saved.name}, too
        </label>
      )}
      {FIELDS.map((field) => (
        <LabeledInput
          key={field}
          id={`${id}-${field}`}
          label={LOCATION_LABELS[field]}
          value={location[field]}
          required={field === 'name'}
          problem={problemOf(field, location[field], today)}
          maxLength={field === 'exceptions' ? SPECIAL_DAYS_LENGTH : LOCATION_MAX_LENGTH[field]}
          isMultiline={MULTILINE.includes(field)}
          isWide={WIDE.includes(field)}
          isWarning={isUnclear(field, location[field])}
          hint={isUnclear(field, location[field]) ? UNCLEAR_HOURS : HINTS[field]}
          onType={(text) => onChange(location.id, { [field]: text })}
          onSave={onSave}
        />
      ))}
      <LocationImage
        imageId={location.imageId}
        known={images}
        onChoose={(imageId) => onChange(location.id, { imageId })}
      />
    </RowCard>
  );
});

function isUnclear(field: TextField, text: string): boolean {
  const isHours = field.endsWith('MonFri') || field.endsWith('SatSun');
  if (!isHours || text.trim() === '') return false;
  const { hours, unread } = readOpeningHours(text, field.endsWith('SatSun') ? WEEKEND : WEEKDAYS);
  return hours.length === 0 || unread.length > 0;
}
