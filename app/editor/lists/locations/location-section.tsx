import { useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { LOCATIONS_MAX, type Locations } from '#contract/locations.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RowListField } from '#app/editor/lists/row-list.tsx';
import { useRowList } from '#app/editor/lists/use-row-list.ts';
import { LocationCard } from './location-card.tsx';
import { describeLocation, fromServer, loadLocations, locationList, newLocation } from './location-list.ts';

export const LocationSection = () => (
  <Loaded from={loadLocations} noun="locations">
    {(locations, version) => <LocationsField locations={locations} version={version} />}
  </Loaded>
);

function LocationsField({ locations, version }: { locations: Locations; version: VersionId }) {
  const { today } = useEditor();
  const [renamesBids, setRenamesBids] = useState(true);
  const saved = useMemo(() => fromServer(locations), [locations]);
  const imageUrls = useMemo(
    () => new Map(locations.map(({ imageId, image }) => [imageId, image?.squareUrls.fallback])),
    [locations],
  );
  const record = useMemo(() => locationList(today, renamesBids ? 'rename' : 'keep'), [today, renamesBids]);
  const list = useRowList(record, { saved, version });
  return (
    <RowListField
      list={list}
      id="location-list"
      name="Locations"
      added={list.rows.length < LOCATIONS_MAX ? { label: 'Add location', newRow: newLocation } : undefined}
      empty="No other locations yet."
      renderRow={(props) => (
        <LocationCard
          {...props}
          imageUrls={imageUrls}
          renamesBids={renamesBids}
          onRenamesBids={setRenamesBids}
          today={today}
        />
      )}
      renderTheirs={describeLocation}
    />
  );
}
