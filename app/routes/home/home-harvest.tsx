import { HARVEST_PAGE } from '#contract/harvest.ts';
import { seasonOn } from '#shared/location-hours.ts';
import type { HarvestContent } from '#shared/page-content.ts';
import { useShellContent } from '#app/router/router-context.tsx';
import { HarvestBoard } from '#app/ui/harvest-board.tsx';
import { NothingPosted } from '#app/ui/nothing-posted.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { useSite } from '#app/ui/site-context.ts';

/** Locations that the home page shows. A link leads to the others. */
const SHOWN_MAX = 3;

/** Renders what the first locations take: during harvest, and whenever something is posted. */
export function HomeHarvest(board: HarvestContent) {
  const { season } = useSite();
  const { today, telephone } = useShellContent();
  const ids = [...new Set(board.entries.map(({ locationId }) => locationId))];
  if (ids.length === 0 && seasonOn(season, today) !== 'harvest') return null;
  const shown = new Set(ids.slice(0, SHOWN_MAX));
  const entries = board.entries.filter(({ locationId }) => shown.has(locationId));
  return (
    <div className="wrap">
      <PageSection heading="Harvest Board">
        {entries.length > 0 ? (
          <HarvestBoard {...board} entries={entries} isPart />
        ) : (
          <NothingPosted telephone={telephone} />
        )}
        {entries.length > 0 && (
          <p className="link-row no-print">
            <SiteLink to={HARVEST_PAGE}>
              {ids.length > SHOWN_MAX ? `See all ${ids.length} locations` : 'See the harvest board'}
            </SiteLink>
          </p>
        )}
      </PageSection>
    </div>
  );
}
