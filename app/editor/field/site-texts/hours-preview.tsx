import { useEffect, useId, useState } from 'react';
import { SITE_TEXTS, type AllSiteTexts } from '#contract/site-text.ts';
import type { Locations } from '#contract/locations.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { API } from '#contract/paths.ts';
import { formatDay, localTime } from '#shared/date-time.ts';
import {
  formatMinute,
  minutesOf,
  openAt,
  openText,
  SEASONS,
  type LocationHours,
} from '#shared/location-hours.ts';
import { hoursOf, mainHours } from '#shared/shown-locations.ts';
import { useSite } from '#app/ui/site-context.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { adminApi, call, callAll, callAs, type CallResult } from '#app/editor/shell/admin-api.ts';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { useSections } from '#app/editor/shell/use-section-states.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './hours-preview.module.css';

/** Sections whose saves change the answers. */
const SECTIONS = ['operating-hours', 'special-days', 'locations'];

type Named = { name: string; hours: LocationHours };

/** Renders what the website says at any minute about each location, by its saved hours. */
export function HoursPreview() {
  const { name } = useSite();
  const { timeZone } = useEditor();
  const { unsavedIn } = useSections();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState('');
  const [loaded, setLoaded] = useState<CallResult<Named[]>>();
  const unsaved = SECTIONS.map(unsavedIn).join(' ');

  useEffect(() => {
    let isCurrent = true;
    if (isOpen) void loadHours(name).then((result) => isCurrent && setLoaded(result));
    return () => {
      isCurrent = false;
    };
  }, [isOpen, name, unsaved]);

  return (
    <details
      className={styles.preview}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        if (at === '') setAt(localTime(new Date().toISOString(), timeZone).replace(' ', 'T'));
      }}
    >
      <summary>What will the website say?</summary>
      <label className={controls.label} htmlFor={id}>
        Date and time
      </label>
      <input
        id={id}
        type="datetime-local"
        className={controls.input}
        value={at}
        onChange={({ target }) => setAt(target.value)}
      />
      <FailureAlert failure={loaded && loaded.outcome !== 'done' ? loaded : undefined} />
      <dl role="status">
        {at !== '' &&
          loaded?.outcome === 'done' &&
          loaded.body.map((location, row) => (
            <div key={row}>
              <dt>{location.name}</dt>
              <dd>{answer(location.hours, at)}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}

function answer(hours: LocationHours, at: string): string {
  const [day = '', time = ''] = at.split('T');
  const minute = `${day} ${time}`;
  const open = openAt(hours, minute);
  const isSeasonOpen = hours.season === '' && SEASONS.every((season) => openAt({ ...hours, season }, minute));
  const reason = isSeasonOpen ? "you haven't chosen the season" : 'we can read no hours for it';
  return `${formatDay(day)}, ${formatMinute(minutesOf(time))}: ${open ? openText(open) : `Nothing, because ${reason}.`}`;
}

/** Loads the saved hours of the main location, which has the cooperative's name, and of the others. */
const loadHours = (name: string) =>
  callAs(
    callAll([adminApi.allSiteTexts(), adminApi.siteSettings(), call<Locations>(API.locations)]),
    ([texts, settings, locations]: [AllSiteTexts, SiteSettings, Locations]): Named[] => {
      const site = { season: settings.season.value, specialDays: settings.specialDays.value };
      const byId = Object.fromEntries(SITE_TEXTS.map(({ id, type }) => [id, texts[type]]));
      return [
        { name, hours: mainHours(byId, site) },
        ...locations.map((location) => ({ name: location.name, hours: hoursOf(location, site) })),
      ];
    },
  );
