import { useState } from 'react';
import { requestCoordinates } from '#app/browser/coordinates.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Form, type FormProps } from './form.tsx';
import styles from './settings.module.css';

/** Does not store the position, which is for the website and not for this visitor's weather. */
const NO_STORAGE = { find: () => undefined, save: () => true, remove: () => undefined, list: () => [] };

/** Renders the coordinates, typed or of this device, because few people know them. Asks for its position on a press. */
export function LocationForm(props: FormProps) {
  const [search, setSearch] = useState<'idle' | 'running' | 'found' | 'failed'>('idle');

  async function locate() {
    if (search === 'running') return;
    setSearch('running');
    const found = await requestCoordinates({ storage: NO_STORAGE });
    setSearch(found ? 'found' : 'failed');
    if (found) props.change((before) => ({ ...before, lat: String(found.lat), lon: String(found.lon) }));
  }

  return (
    <>
      <Form {...props} />
      <div className={styles.below}>
        <Button onClick={() => void locate()}>
          {search === 'running' ? 'Finding this device…' : "Use this device's location"}
        </Button>
        <p className={styles.note} role="status">
          {search === 'found' && 'Found. Choose Update to save it.'}
          {search === 'failed' &&
            "We couldn't get this device's location. Allow it in your browser, or type the numbers."}
        </p>
      </div>
    </>
  );
}
