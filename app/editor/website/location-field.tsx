import { useState } from 'react';
import { requestCoordinates } from '#app/browser/coordinates.ts';
import controls from '#app/editor/frame/controls.module.css';
import { SettingForm } from './setting-form.tsx';
import type { LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

/** Does not store the position, which is for the website and not for this visitor's weather. */
const NO_STORAGE = { find: () => undefined, save: () => true, remove: () => undefined, list: () => [] };

type Search = 'idle' | 'running' | 'found' | 'failed';

/** Renders the coordinates, typed or of this device, which is asked for its position only on a press. */
export function LocationField({ loaded }: { loaded: LoadedSettings }) {
  const [search, setSearch] = useState<Search>('idle');

  async function locate(onFound: (found: { lat: string; lon: string }) => void) {
    if (search === 'running') return;
    setSearch('running');
    const found = await requestCoordinates({ storage: NO_STORAGE });
    setSearch(found ? 'found' : 'failed');
    if (found) onFound({ lat: String(found.lat), lon: String(found.lon) });
  }

  return (
    <SettingForm
      name="location"
      loaded={loaded}
      hint="Where the weather is for, and where maps and search engines show you. Type it like this: 39.9217 and -93.4744."
    >
      {(change) => (
        <div className={styles.below}>
          <button type="button" className={controls.button} onClick={() => void locate(change)}>
            {search === 'running' ? 'Finding this device…' : "Use this device's location"}
          </button>
          <p className={styles.note} role="status">
            {search === 'found' && 'Found. Choose Update to save it.'}
            {search === 'failed' &&
              "We couldn't get this device's location. Allow it in your browser, or type the numbers."}
          </p>
        </div>
      )}
    </SettingForm>
  );
}
