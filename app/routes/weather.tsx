import { useSite } from '#app/ui/site-context.ts';
import { ExchangeMarks } from '#app/ui/exchange-marks.tsx';
import { Page } from '#app/ui/page.tsx';

const COPYRIGHT_YEAR = 2025;

export function WeatherPage() {
  const { name, links } = useSite();
  return (
    <Page heading="Weather">
      <p>
        Market data on this website comes from a market data vendor. Futures are delayed at least 10 minutes.
        The data is provided “as is,” for information only. It is not advice to buy or sell.
      </p>
      <p>
        The vendor's <a href={links.dataTerms}>market data terms</a> apply.
      </p>
      <p>
        © {COPYRIGHT_YEAR} {name} and its data vendor.
      </p>
      <ExchangeMarks />
    </Page>
  );
}
