import { Fragment, memo } from 'react';
import { LOCATION_LABELS, LOCATION_MAX_LENGTH } from '#contract/locations.ts';
import { areaOf, mayChange, type Role } from '#contract/rights.ts';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { HOURS_EXAMPLE, hoursNote } from '#app/editor/field/hours-note.ts';
import { RowCard } from '#app/editor/lists/row-card.tsx';
import { ImageChoice } from '#app/editor/files/image-choice.tsx';
import type { RowProps } from '#app/editor/lists/row-list.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { Holidays } from '#app/editor/field/holidays.tsx';
import { SeasonInput } from '#app/editor/field/season-input.tsx';
import { parseSpecialDays, specialDaysText } from '#shared/special-days.ts';
import { problemOf, type DraftLocation } from './location-list.ts';
import styles from './location-card.module.css';

/** Longest text of special days, of which each line has its own limit. */
const SPECIAL_DAYS_LENGTH = 8000;

type TextField = Exclude<keyof DraftLocation, 'id' | 'imageId' | 'season'>;

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

const EXAMPLES: Partial<Record<TextField, string>> = {
  normalMonFri: HOURS_EXAMPLE,
  normalSatSun: HOURS_EXAMPLE,
  harvestMonFri: HOURS_EXAMPLE,
  harvestSatSun: HOURS_EXAMPLE,
  exceptions: 'For example:\nNov 26: closed\nDec 24: 8:00 am – noon',
  services: 'For example:\nTruck scale\nGrain drying',
};

/** Renders a location in one line, which opens to edit it. */
export const LocationCard = memo(function LocationCard({
  imageUrls,
  renamesBids,
  onRenamesBids,
  today,
  role,
  onChange,
  onSave,
  ...card
}: RowProps<DraftLocation> & {
  /** URLs of the images of the loaded locations by id; undefined if one was deleted. */
  imageUrls: ReadonlyMap<string, string | undefined>;
  /** Whether a new name is for the cash bids of the location, too. */
  renamesBids: boolean;
  onRenamesBids: (renames: boolean) => void;
  today: string;
  /** Decides which boxes are shown. */
  role: Role;
}) {
  const { row: location, saved } = card;
  const id = `location-${location.id}`;
  const mayEdit = (field: string) => mayChange(role, [areaOf('locations', [field])]);
  return (
    <RowCard
      {...card}
      id={id}
      noun="Location"
      name={location.name}
      value={location.phoneNumber}
      isFolded
      isOpenFirst={location.name === ''}
      isFixed={!mayEdit('name')}
    >
      {FIELDS.filter(mayEdit).map((field) => (
        <Fragment key={field}>
          <LabeledInput
            id={`${id}-${field}`}
            label={LOCATION_LABELS[field]}
            value={location[field]}
            required={field === 'name'}
            problem={problemOf(field, location[field], today)}
            maxLength={field === 'exceptions' ? SPECIAL_DAYS_LENGTH : LOCATION_MAX_LENGTH[field]}
            isMultiline={MULTILINE.includes(field)}
            isWide={WIDE.includes(field)}
            placeholder={EXAMPLES[field]}
            {...noteOn(field, location[field])}
            onType={(text) => onChange(location.id, { [field]: text })}
            onSave={onSave}
          />
          {/* Below the name, so that it moves no box in which someone types. */}
          {field === 'name' && saved && saved.name !== location.name.trim() && (
            <label className={`${controls.label} ${controls.check} ${styles.check}`}>
              <input
                type="checkbox"
                checked={renamesBids}
                onChange={({ target }) => onRenamesBids(target.checked)}
              />
              Use the new name in the cash bids of {saved.name}, too
            </label>
          )}
        </Fragment>
      ))}
      <Holidays
        days={parseSpecialDays(location.exceptions, today).days ?? []}
        onAdd={(day) =>
          onChange(location.id, {
            exceptions: `${location.exceptions.trim()}\n${specialDaysText([day])}`.trim(),
          })
        }
      />
      <label className={controls.label} htmlFor={`${id}-season`}>
        {LOCATION_LABELS.season}
      </label>
      <SeasonInput
        id={`${id}-season`}
        value={location.season}
        unset="Same as the main location"
        onChange={(season) => onChange(location.id, { season })}
      />
      {mayEdit('imageId') && (
        <ImageChoice
          label={LOCATION_LABELS.imageId}
          section="locations"
          imageId={location.imageId}
          urls={imageUrls}
          onChoose={(imageId) => onChange(location.id, { imageId })}
        />
      )}
    </RowCard>
  );
});

/** Returns what the website understands of hours. */
function noteOn(field: TextField, text: string): { hint?: string; isWarning?: boolean } {
  if (!field.endsWith('MonFri') && !field.endsWith('SatSun')) return {};
  const note = hoursNote(text, field.endsWith('SatSun') ? WEEKEND : WEEKDAYS);
  return { hint: note.text, isWarning: note.isWarning };
}
