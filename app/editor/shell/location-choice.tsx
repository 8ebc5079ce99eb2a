import controls from './controls.module.css';

/** Location that rights can be limited to. */
export type LocationName = { id: string; name: string };

/** Renders the choice of the only locations that someone may change, if there are several. Null stands for all. */
export function LocationChoice({
  id,
  locations,
  chosen,
  onChoose,
}: {
  id: string;
  locations: readonly LocationName[];
  chosen: string[] | null;
  onChoose: (ids: string[] | null) => void;
}) {
  if (locations.length < 2) return null;
  return (
    <>
      <label htmlFor={id}>Locations</label>
      <select
        id={id}
        className={controls.input}
        value={chosen === null ? 'all' : 'some'}
        onChange={({ target }) => onChoose(target.value === 'all' ? null : [])}
      >
        <option value="all">All locations</option>
        <option value="some">Only some locations</option>
      </select>
      {chosen?.length === 0 && <p className={controls.hint}>Choose at least 1 location.</p>}
      {chosen !== null &&
        locations.map((location) => (
          <label key={location.id} className={controls.check}>
            <input
              type="checkbox"
              required={chosen.length === 0}
              checked={chosen.includes(location.id)}
              onChange={({ target }) =>
                onChoose([
                  ...chosen.filter((each) => each !== location.id),
                  ...(target.checked ? [location.id] : []),
                ])
              }
            />
            {location.name}
          </label>
        ))}
    </>
  );
}

/** Returns the names of locations after each other. */
export const locationsText = (ids: readonly string[], locations: readonly LocationName[]): string =>
  ids.map((id) => locations.find((each) => each.id === id)?.name ?? 'a deleted location').join(', ');
