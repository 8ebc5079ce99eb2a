import { calendarDay } from '#contract/date-time.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import type { SiteTextEntry } from '#contract/site-text.ts';
import type { Content } from './content/content.ts';

export type Services = ReturnType<typeof createServices>;

/** What pages and calls ask: two doors, one hallway. Reads are answered from memory. */
export function createServices({
  content,
  timeZone,
  now = () => new Date(),
}: {
  content: Content;
  timeZone: string;
  now?: () => Date;
}) {
  return {
    content: {
      version: () => content.snapshot().version,
      isAvailable: content.isAvailable,
    },

    siteText: {
      /** The texts of these numbers, in the order asked; numbers that name none are left out. */
      list(ids: readonly number[]): SiteTextEntry[] {
        const { siteTexts } = content.snapshot();
        return [...new Set(ids)].flatMap((configId) => {
          const text = siteTexts.get(configId);
          return text === undefined ? [] : [{ configId, content: text }];
        });
      },
    },

    cashBids: { list: (): CashBids => content.snapshot().cashBids },

    demo: { isStanding: () => content.snapshot().isDemo },

    calendar: { today: () => calendarDay(now(), timeZone) },
  };
}
