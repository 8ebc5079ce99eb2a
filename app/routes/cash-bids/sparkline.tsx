import { chartOf } from '#shared/bid-history.ts';

const [WIDTH, HEIGHT, EDGE] = [56, 24, 2] as const;

/** Renders a line through the prices of the last days, oldest first; '' where there is none. */
export function Sparkline({ prices }: { prices: readonly string[] }) {
  const values = prices.map((price) => (price === '' ? undefined : Number(price)));
  const chart = chartOf(values, { width: WIDTH - 2 * EDGE, height: HEIGHT - 2 * EDGE });
  if (!chart) return null;
  const [low, high] = [chart.min, chart.max].map((value) => prices[values.indexOf(value)]);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`${-EDGE} ${-EDGE} ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Last 30 days: ${low === high ? low : `${low} to ${high}`}`}
    >
      <path d={chart.path} />
    </svg>
  );
}
