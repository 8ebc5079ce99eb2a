import { useShellContent } from '#app/router/router-context.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { ExchangeMarks } from '#app/ui/exchange-marks.tsx';
import { Page } from '#app/ui/page.tsx';

export default function WeatherPage() {
  const { name, links, copyrightYear } = useSite();
  const today = useShellContent().today;
  const year = typeof copyrightYear === 'number' ? copyrightYear : today?.slice(0, 4);
  return (
    <Page heading="Weather">
      <p>
        Market data on this website comes from a market data vendor. Futures are delayed at least 10 minutes.
        The data is provided “as is,” for information only. It is not advice to buy or sell.
      </p>
      {links.dataTerms && (
        <p>
          The vendor's <a href={links.dataTerms}>market data terms</a> apply.
        </p>
      )}
      <p>
        © {year} {name} and its data vendor.
      </p>
      <ExchangeMarks />
    </Page>
  );
}
