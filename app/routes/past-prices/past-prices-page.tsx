import type { PastBid, PriceSource } from '#contract/past-prices.ts';
import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import type { HarvestEntry } from '#contract/harvest.ts';
import { asOfText, entryText, nameOf } from '#shared/harvest-text.ts';
import { formatFullDateTime } from '#shared/date-time.ts';
import type { PastPricesContent } from '#shared/past-prices-content.ts';
import { Locations } from '#app/routes/cash-bids/cash-bids-page.tsx';
import { Prices } from '#app/routes/price-sheet/price-sheet-page.tsx';
import { useSite } from '#app/ui/site-context.ts';

/** Renders the prices of a past minute. The page's only script shows the print button. */
export function PastPricesPage({
  at,
  found,
  problem,
  needsSignIn,
  choices = [],
  latest,
  oldAfterHours,
  telephone,
}: PastPricesContent) {
  const { name } = useSite();
  return (
    <main className="past" data-alone>
      <nav aria-label="Page">
        <a href="/">{name}</a>
        <button type="button" hidden>
          Print
        </button>
      </nav>
      <h1>Past prices</h1>
      <p className="print-head">
        <b>{name}</b> {telephone}
      </p>
      {!needsSignIn && <MinuteForm at={at} latest={latest} />}
      {problem && <p role="alert">{problem}</p>}
      {needsSignIn && (
        <p>
          <a href="/admin">Sign in</a>, then open this page again.
        </p>
      )}
      {choices.length > 0 && (
        <ul className="choices">
          {choices.map((choice) => (
            <li key={choice.at}>
              <a href={hrefOf(choice.at)}>{choice.label}</a>
            </li>
          ))}
        </ul>
      )}
      {found.length > 1 && (
        <p>Clocks were set back that night, so this time came twice. The prices of both are below.</p>
      )}
      {found.map(({ prices, address }) => (
        <Sheet key={prices.at} prices={prices} address={address} oldAfterHours={oldAfterHours} />
      ))}
    </main>
  );
}

const hrefOf = (at: string) => `${PRICE_SHEET_PAGE}?at=${at.replace('+', '%2B')}`;

function MinuteForm({ at, latest }: { at: string; latest: string }) {
  return (
    <form action={PRICE_SHEET_PAGE}>
      <label htmlFor="at">Date and time</label>
      <input
        id="at"
        type="datetime-local"
        name="at"
        required
        max={latest}
        defaultValue={at.slice(0, latest.length)}
      />
      <button type="submit">Show prices</button>
    </form>
  );
}

type SheetProps = PastPricesContent['found'][number] & Pick<PastPricesContent, 'oldAfterHours'>;

function Sheet({ prices, address, oldAfterHours }: SheetProps) {
  const { timeZone } = useSite();
  const { minute, at, bids, tables, harvest, changes, changesInMinute, lost } = prices;
  const full = (iso: string) => formatFullDateTime(iso, timeZone);
  const isOver = Date.parse(at) - Date.parse(minute) === MINUTE_MS - 1;
  const source = (change: PriceSource | null, verb = 'Set by') =>
    change && (
      <>
        {verb} {change.by} on {full(change.at)}, change <span className="id">{change.id}</span>.
      </>
    );
  const download = `${API.pastPrices}?at=${encodeURIComponent(address)}`;
  return (
    <article aria-label={`Prices on ${full(minute)}`}>
      <div className="banner">
        <h2>Past prices, not today's</h2>
        <p>
          As posted on <time dateTime={minute}>{full(minute)}</time>
        </p>
      </div>
      {!isOver && <p>This minute isn't over yet, so these prices can still change.</p>}
      {changesInMinute > 0 && (
        <p>
          Prices or the harvest board changed during this minute. These are the ones at its end.{' '}
          <a href={hrefOf(new Date(Date.parse(minute) - MINUTE_MS).toISOString().replace(/:00\.000Z$/, 'Z'))}>
            See the minute before
          </a>
        </p>
      )}
      {lost && (
        <p>
          <b>These prices may be wrong.</b> A backup was restored on {full(lost.to)}. The history has no
          changes from {full(lost.from)} until then, so visitors may have seen other prices.
        </p>
      )}
      <h2>Cash bids</h2>
      {bids.length === 0 && <p>No bids posted.</p>}
      <Locations
        bids={bids}
        telephone=""
        age={{ now: Date.parse(at), oldAfterHours }}
        renderNote={(bid) => {
          const { setBy, futuresBy } = bid as PastBid;
          return (
            <small className="source">
              {source(setBy)} {source(futuresBy, 'Futures from')}
            </small>
          );
        }}
      />
      {(['Fertilizer', 'Fuel'] as const).map((section) => (
        <section key={section}>
          <Prices
            of={section}
            tables={Object.fromEntries(tables.map((table) => [table.type, table]))}
            renderNote={(type) => (
              <p className="source">{source(tables.find((table) => table.type === type)?.setBy ?? null)}</p>
            )}
          />
        </section>
      ))}
      {harvest.length > 0 && (
        <section>
          <h2>Harvest Board</h2>
          <ul>
            {harvest.map((entry) => (
              <PastEntry key={`${entry.locationId} ${entry.commodity}`} entry={entry} at={at} />
            ))}
          </ul>
        </section>
      )}
      <section className="changes">
        <h2>Where these prices come from</h2>
        <p>
          These are the changes in the history of your website that set these prices. Each number is
          permanent.
        </p>
        <ul>
          {changes.map((change) => (
            <li key={change.id}>
              <b>{change.id}</b> {change.by}, {full(change.at)}
            </li>
          ))}
        </ul>
        <p className="downloads">
          <a href={`${download}&format=csv&bom=1`}>Download for a spreadsheet (CSV)</a>
          <a href={download}>Download as JSON</a>
        </p>
      </section>
    </article>
  );
}

function PastEntry({ entry, at }: { entry: HarvestEntry; at: string }) {
  const { timeZone } = useSite();
  const { location, asOf, waitAsOf } = entry;
  const from = (time: string) => asOfText(time, Date.parse(at), timeZone);
  return (
    <li>
      <b>
        {location}, {nameOf(entry)}:
      </b>{' '}
      {entryText(entry)}.{' '}
      <span className="source">
        {asOf && `${from(asOf)}. `}
        {waitAsOf && waitAsOf !== asOf && `Wait: ${from(waitAsOf)}.`}
      </span>
    </li>
  );
}

const MINUTE_MS = 60_000;
