import { deliveryOf, formatBid, groupBids, isStale } from '#shared/format-bids.ts';
import type { CashBid, CashBids } from '#contract/cash-bids.ts';
import { HARVEST_STATUS_LABELS, type HarvestEntry } from '#contract/harvest.ts';
import { asOfText, detailsOf, nameOf, untilText, waitText } from '#shared/harvest-text.ts';
import { openText } from '#shared/location-hours.ts';
import { nearDays } from '#shared/shown-locations.ts';
import { spanOf, specialText } from '#shared/special-days.ts';
import type { HarvestContent, WallBoardContent } from '#shared/page-content.ts';
import { CashBidsPage } from '#app/routes/cash-bids/cash-bids-page.tsx';
import { endsAt, StatusShape } from '#app/ui/harvest-board.tsx';
import { DirectionIcon, PriceChange } from '#app/ui/icons.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { StaleBadge } from '#app/ui/stale-badge.tsx';
import { Time } from '#app/ui/time.tsx';

/** Rows per screen that stay legible from five meters. */
const ROWS_PER_SCREEN = 9;
/** Characters of a name that fit on one line. Longer ones take two smaller lines. */
const LINE_CHARACTERS = 20;
const isLong = (text: string) => text.length > LINE_CHARACTERS || undefined;

type Screen = { location: string; asOf: string; part: number; parts: number; bids: CashBid[] };

/** Renders the wall board, whose script only keeps it current, and the cash bids for phones. */
export function WallBoardPage(content: WallBoardContent) {
  return (
    <>
      <WallBoard {...content} />
      <p id="lost" role="status" data-zone={useSite().timeZone} />
      <CashBidsPage {...content} isStandalone widget={null} />
    </>
  );
}

/** Renders the screens. A script rotates them; without it they appear one below the other. */
function WallBoard({ cashBids, telephone, age, today, open, harvest }: WallBoardContent) {
  const { name, specialDays } = useSite();
  const days = nearDays(specialDays, today).map((day) => `${spanOf(day)}: ${specialText(day)}`);
  const notes = [open && openText(open), ...days].filter(Boolean);
  const screens = screensOf(cashBids);
  return (
    <div className="board" data-live>
      <main>
        {screens.length === 0 && harvest.entries.length === 0 && (
          <section className="screen" data-screen>
            <header>
              <h1>{name}</h1>
            </header>
            <p className="empty">No bids posted.{telephone && ` Call ${telephone}.`}</p>
          </section>
        )}
        {screens.map(({ location, asOf, part, parts, bids }) => {
          const areOld = isStale(asOf, age);
          return (
            <section key={`${location} ${part}`} className="screen" data-screen>
              <header>
                <ScreenTitle location={location} part={part} parts={parts} />
                <p data-old={areOld || undefined}>
                  {areOld ? 'Old bids, as of ' : 'As of '}
                  <Time at={asOf} />
                </p>
              </header>
              <table aria-label={`Cash bids at ${location}`}>
                <tbody>
                  {bids.map((bid) => (
                    <Row
                      key={`${bid.commodity} ${bid.delivery} ${bid.deliveryStart}`}
                      bid={bid}
                      isOld={!areOld && isStale(bid.asOf, age)}
                    />
                  ))}
                </tbody>
              </table>
            </section>
          );
        })}
        {harvestScreensOf(harvest).map(({ location, part, parts, rows }) => (
          <section key={`harvest ${location} ${part}`} className="screen" data-screen>
            <header>
              <ScreenTitle location={location} part={part} parts={parts} />
              <p>Harvest board</p>
            </header>
            <table aria-label={`Harvest board of ${location}`}>
              <tbody>
                {rows.map((entry) => (
                  <HarvestRow key={entry.commodity} entry={entry} now={harvest.now} />
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </main>
      <footer>
        <b>{name}</b> {telephone} {notes.length > 0 && <span>{notes.join('. ')}.</span>}{' '}
        <span>
          <DirectionIcon direction="up" /> <DirectionIcon direction="down" /> Change in futures, ¢. Futures
          are delayed at least 10 minutes.
        </span>
      </footer>
    </div>
  );
}

const ScreenTitle = ({ location, part, parts }: Pick<Screen, 'location' | 'part' | 'parts'>) => (
  <h1>
    {location}
    {parts > 1 && (
      <small>
        {part} of {parts}
      </small>
    )}
  </h1>
);

/** Renders an entry, with the wait in place of a status if it has none. The script hides what has ended. */
function HarvestRow({ entry, now }: { entry: HarvestEntry; now: number }) {
  const { timeZone } = useSite();
  const { status, asOf, until, wait, waitAsOf, waitUntil } = entry;
  const name = nameOf(entry);
  const times = (from: string, to: string | null) => (
    <small>{`${asOfText(from, now, timeZone)}. ${untilText(to, timeZone)}.`}</small>
  );
  return (
    <tr data-harvest>
      <th scope="row" data-long={isLong(name)}>
        {name}
      </th>
      <td className="delivery">
        {asOf && (
          <span data-ends={endsAt(until)}>
            {detailsOf(entry).join(' · ')} {times(asOf, until)}
          </span>
        )}{' '}
        {wait !== null && waitAsOf && (
          <span data-ends={endsAt(waitUntil)}>
            {status && waitText(wait)} {times(waitAsOf, waitUntil)}
          </span>
        )}
      </td>
      <td className="price">
        {status ? (
          <span data-ends={endsAt(until)} data-status={status}>
            <StatusShape status={status} /> {HARVEST_STATUS_LABELS[status]}
          </span>
        ) : (
          wait !== null && <span data-ends={endsAt(waitUntil)}>{waitText(wait)}</span>
        )}
      </td>
    </tr>
  );
}

function Row({ bid, isOld }: { bid: CashBid; isOld: boolean }) {
  const { cash, change } = formatBid(bid);
  return (
    <tr>
      <th scope="row" data-long={isLong(bid.commodity)}>
        {bid.commodity}
      </th>
      <td className="delivery" data-long={isLong(deliveryOf(bid))}>
        {deliveryOf(bid)} {isOld && <StaleBadge asOf={bid.asOf} />}
      </td>
      <td className="price">{cash || '–'}</td>
      <PriceChange as="td" text={change} />
    </tr>
  );
}

/** Splits the harvest board of each location into evenly filled screens. */
const harvestScreensOf = ({ entries }: HarvestContent) =>
  [...Map.groupBy(entries, ({ locationId }) => locationId).values()].flatMap((all) =>
    partsOf(all).map((part) => ({ location: all[0]?.location ?? '', ...part })),
  );

function partsOf<Each>(all: readonly Each[]) {
  const parts = Math.ceil(all.length / ROWS_PER_SCREEN);
  const rows = Math.ceil(all.length / parts);
  return Array.from({ length: parts }, (_, part) => ({
    part: part + 1,
    parts,
    rows: all.slice(part * rows, (part + 1) * rows),
  }));
}

/** Splits the bids of each location into evenly filled screens. */
function screensOf({ bids }: CashBids): Screen[] {
  return groupBids(bids).flatMap(({ location, asOf, commodities }) => {
    const all = commodities.flatMap((group) => group.bids);
    return partsOf(all).map(({ rows, ...part }) => ({ location, asOf, ...part, bids: rows }));
  });
}
