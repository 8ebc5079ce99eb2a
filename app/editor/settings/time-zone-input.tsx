import { useMemo } from 'react';
import controls from '#app/editor/shell/controls.module.css';

/** Time zones of the United States, by the name that people know. */
const COMMON: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

type TimeZoneProps = { id: string; value: string; onChange: (zone: string) => void };

/** Renders the choice of a time zone. The browser knows 400 names, so those that people look for are first. */
export function TimeZoneInput({ id, value, onChange }: TimeZoneProps) {
  const others = useMemo(
    () => Intl.supportedValuesOf('timeZone').filter((zone) => !Object.hasOwn(COMMON, zone)),
    [],
  );
  const isListed = Object.hasOwn(COMMON, value) || others.includes(value);
  return (
    <select
      id={id}
      className={controls.input}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {!isListed && <option>{value}</option>}
      <optgroup label="United States">
        {Object.entries(COMMON).map(([zone, name]) => (
          <option key={zone} value={zone}>
            {name} ({zone})
          </option>
        ))}
      </optgroup>
      <optgroup label="All others">
        {others.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </optgroup>
    </select>
  );
}
