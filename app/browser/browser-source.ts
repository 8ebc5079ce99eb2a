import { HOME_TEXT_IDS, type SiteTextEntry } from '#contract/site-text.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { calendarDay } from '#contract/date-time.ts';
import type { PageSource, PageState } from '#contract/page-content.ts';
import { API } from '#contract/paths.ts';

/** Pages reached inside the app get their content by the documented calls. No call is tried twice. */
export function createBrowserSource({ site, shell }: PageState): PageSource {
  return {
    shell: () => shell,

    async home() {
      const [texts, cashBids] = await Promise.all([
        call<SiteTextEntry[]>(API.siteTexts, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(HOME_TEXT_IDS),
        }),
        call<CashBids>(API.cashBids),
      ]);
      return {
        texts: Object.fromEntries(texts.map(({ configId, content }) => [configId, content])),
        cashBids,
        today: calendarDay(new Date(), site.timeZone),
      };
    },
  };
}

async function call<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as Answer;
}
