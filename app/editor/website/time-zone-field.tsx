import { useMemo } from 'react';
import { SETTING_NAMES } from '#shared/site-setting-names.ts';
import controls from '#app/editor/frame/controls.module.css';
import { Labeled } from './setting-form.tsx';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';

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

export function TimeZoneField({ loaded }: { loaded: LoadedSettings }) {
  const setting = useSettingField('timeZone', loaded);
  const { state, type } = setting.field;
  const others = useMemo(
    () => Intl.supportedValuesOf('timeZone').filter((zone) => !Object.hasOwn(COMMON, zone)),
    [],
  );
  const id = settingId('timeZone');
  const isListed = Object.hasOwn(COMMON, state.draft) || others.includes(state.draft);
  return (
    <SettingRow
      setting={setting}
      hint="All times on your website are in this time zone. Reload the editor to see its times in a new one."
    >
      <Labeled id={id} label={SETTING_NAMES.timeZone} isHidden>
        <select
          id={id}
          className={controls.input}
          value={state.draft}
          onChange={({ target }) => type(target.value)}
        >
          {!isListed && <option>{state.draft}</option>}
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
      </Labeled>
    </SettingRow>
  );
}
