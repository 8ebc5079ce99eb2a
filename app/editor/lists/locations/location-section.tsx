import { useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { HarvestBoard } from '#contract/harvest.ts';
import { API } from '#contract/paths.ts';
import { LOCATIONS_MAX, type Locations } from '#contract/locations.ts';
import { mayChange } from '#contract/rights.ts';
import { call } from '#app/editor/shell/admin-api.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
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
  const { today, admin } = useEditor();
  const { role, locations: limits } = admin;
  const mayEditAll = mayChange(role, ['content']) && limits === null;
  const [renamesBids, setRenamesBids] = useState(true);
  const saved = useMemo(() => fromServer(locations), [locations]);
  const imageUrls = useMemo(
    () => new Map(locations.map(({ imageId, image }) => [imageId, image?.squareUrls.fallback])),
    [locations],
  );
  const record = useMemo(() => locationList(today, renamesBids ? 'rename' : 'keep'), [today, renamesBids]);
  const list = useRowList(record, { saved, version });
  return (
    <>
      {/* Without other locations, there is nothing to link bids to. */}
      {mayEditAll && locations.length > 0 && <UnlinkedBids />}
      <RowListField
        list={list}
        id="location-list"
        name="Locations"
        added={
          mayEditAll && list.rows.length < LOCATIONS_MAX
            ? { label: 'Add location', newRow: newLocation }
            : undefined
        }
        empty="No other locations yet."
        renderRow={(props) =>
          (limits?.includes(props.row.id) ?? true) && (
            <LocationCard
              {...props}
              imageUrls={imageUrls}
              renamesBids={renamesBids}
              onRenamesBids={setRenamesBids}
              today={today}
              role={role}
            />
          )
        }
        renderTheirs={describeLocation}
      />
    </>
  );
}

const loadBoard = () => call<HarvestBoard>(API.harvestBoard);

/** Names the locations of bids that are not in the list. */
function UnlinkedBids() {
  const query = useEditorQuery(loadBoard);
  const names = query.state === 'loaded' ? query.body.unlinkedBids : [];
  if (names.length === 0) return null;
  return (
    <p className="fine-print">
      Bids at {new Intl.ListFormat('en-US').format(names.map((name) => `“${name}”`))} belong to no location in
      your list. Name a location this way to show its phone number and hours with them.
    </p>
  );
}
