import { HOME_TEXT_IDS, type SiteTextEntry } from '#contract/site-text.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { calendarDay } from '#contract/date-time.ts';
import type { HomeContent, PageSource, PageState } from '#contract/page-content.ts';
import { API } from '#contract/paths.ts';

/** Pages reached inside the app get their content by the documented calls. No call is tried twice. */
export function createBrowserSource({ site, shell }: PageState): PageSource {
  return {
    shell: () => shell,

    home() {
      const content = loadHome(site);
      // The page shows a failure as soon as it waits for the content, which may be after the failure has come.
      content.catch(() => undefined);
      return content;
    },
  };
}

async function loadHome({ timeZone }: PageState['site']): Promise<HomeContent> {
  const [texts, cashBids] = await Promise.all([
    call<SiteTextEntry[]>(API.siteTexts, Array.isArray, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(HOME_TEXT_IDS),
    }),
    call<CashBids>(API.cashBids, (answer) => Array.isArray((answer as CashBids | null)?.bids)),
  ]);
  return {
    texts: Object.fromEntries(texts.map(({ configId, content }) => [configId, content])),
    cashBids,
    today: calendarDay(new Date(), timeZone),
  };
}

/** `isAnswer` tells whether what came has the shape to show; a captive portal answers anything. */
async function call<Answer>(
  path: string,
  isAnswer: (answer: unknown) => boolean,
  init?: RequestInit,
): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  const answer: unknown = await response.json();
  if (!isAnswer(answer)) throw new Error(`${path} answered something else.`);
  return answer as Answer;
}
