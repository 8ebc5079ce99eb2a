import { CASH_BIDS_PAGE, type CashBid } from '#contract/cash-bids.ts';
import { chartOf, HISTORY_DAYS, type BidHistory, type HistoryPoint } from '#shared/bid-history.ts';
import { formatDate, formatDay, formatShortDate, shortDate } from '#shared/date-time.ts';
import { deliveryOf } from '#shared/format-bids.ts';

/** Id of the history, for links to it. */
export const HISTORY_ID = 'price-history';

export const historyHref = (id: string, days?: number) =>
  `${CASH_BIDS_PAGE}?bid=${encodeURIComponent(id)}${days === undefined ? '' : `&days=${days}`}#${HISTORY_ID}`;

export const NOTHING = '–';
const SERIES = [
  { name: 'cash', label: 'Cash, $/bu' },
  { name: 'basis', label: 'Basis, $/bu' },
  { name: 'futures', label: 'Futures, $/bu' },
] as const;

// Pixels of a chart that is as wide as the text on a phone, where they are CSS pixels.
const WIDTH = 328;
const PLOT = { left: 64, top: 26, width: WIDTH - 64, height: 46 } as const;
const PANEL_HEIGHT = 88;

/** Renders a line through daily cash prices. `prices`: oldest first, '' for a day without one. */
export function Sparkline({ prices }: { prices: readonly string[] }) {
  const chart = chartOf(prices, { width: 52, height: 20 });
  // One day is no line.
  if (!chart || prices.filter(Boolean).length < 2) return null;
  return (
    // With room for the round ends of the line.
    <svg
      width="56"
      height="24"
      viewBox="-2 -2 56 24"
      role="img"
      aria-label={`Last 30 days: ${chart.low === chart.high ? chart.low : `${chart.low} to ${chart.high}`}`}
    >
      <path d={chart.path} />
    </svg>
  );
}

/** Renders the prices of a bid on the last days, as a chart and a table. There are no scripts. */
export function PriceHistory({ bid, history }: { bid: CashBid; history: BidHistory }) {
  const name = [bid.commodity, deliveryOf(bid)].filter(Boolean).join(', ');
  return (
    <div className="history">
      <h3>Price history: {name}</h3>
      <ul aria-label="Days to show">
        {HISTORY_DAYS.map((days) => (
          <li key={days}>
            <a href={historyHref(history.id, days)} aria-current={days === history.days ? 'true' : undefined}>
              {`${days} days`}
            </a>
          </li>
        ))}
        <li>
          <a href={CASH_BIDS_PAGE}>Close</a>
        </li>
      </ul>
      <Prices history={history} />
    </div>
  );
}

function Prices({ history: { days, points } }: { history: BidHistory }) {
  const posted = points.filter(({ price }) => price && price.cash !== '');
  const [first, last] = [posted[0], posted.at(-1)];
  if (!first || !last) return <p>There was no cash price for this bid in the last {days} days.</p>;
  if (points.length === 1) {
    return (
      <p>
        We have 1 day of prices for this bid so far: {last.price?.cash} on {formatDate(last.day)}. The chart
        starts tomorrow.
      </p>
    );
  }
  return (
    <>
      <Chart points={points} />
      <details>
        <summary>Prices by day</summary>
        <table>
          <caption>Price at the end of each day. A dash means there was no price.</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Cash, $/bu</th>
              <th scope="col">Basis, $/bu</th>
              <th scope="col">Futures, $/bu</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, price }) => (
              <tr key={day}>
                <th scope="row">
                  {formatDay(day)}
                  {days === 365 && `, ${shortDate(day).year}`}
                </th>
                {SERIES.map((series) => (
                  <td key={series.name}>{price?.[series.name] || NOTHING}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function Chart({ points }: { points: readonly HistoryPoint[] }) {
  const panels = SERIES.flatMap((series) => {
    const texts = points.map(({ price }) => price?.[series.name] ?? '');
    const chart = chartOf(texts, PLOT);
    return chart ? [{ ...series, ...chart, last: texts.findLast((text) => text !== '') }] : [];
  });
  const [from, to] = [points[0]?.day ?? '', points.at(-1)?.day ?? ''];
  const label = panels.map(
    (panel) =>
      `${panel.label}: ${panel.low === panel.high ? panel.low : `from ${panel.low} to ${panel.high}`}, last ${panel.last}.`,
  );
  const height = panels.length * PANEL_HEIGHT + 20;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`Chart from ${formatDate(from)} to ${formatDate(to)}. ${label.join(' ')}`}
    >
      {panels.map((panel, index) => (
        <g key={panel.name} transform={`translate(0 ${index * PANEL_HEIGHT})`}>
          <text y="14" className="label">
            {panel.label}
          </text>
          <text x={WIDTH} y="14" textAnchor="end" className="label">
            {panel.last}
          </text>
          {(panel.low === panel.high ? [0.5] : [0, 1]).map((part) => (
            <text key={part} x={PLOT.left - 8} y={PLOT.top + PLOT.height * part + 5} textAnchor="end">
              {part === 1 ? panel.low : panel.high}
            </text>
          ))}
          <path
            className="grid"
            d={`M${PLOT.left} ${PLOT.top}H${WIDTH}M${PLOT.left} ${PLOT.top + PLOT.height}H${WIDTH}`}
          />
          <path className="line" transform={`translate(${PLOT.left} ${PLOT.top})`} d={panel.path} />
        </g>
      ))}
      <text x={PLOT.left} y={height - 5}>
        {formatShortDate(from)}
      </text>
      <text x={WIDTH} y={height - 5} textAnchor="end">
        {formatShortDate(to)}
      </text>
    </svg>
  );
}
