import type { PageSource } from '#contract/page-content.ts';
import { HOME_TEXT_IDS, SITE_TEXT_ID } from '#contract/site-text.ts';
import type { Services } from '#server/services.ts';

/** What pages are rendered from on the server: the same services that the calls answer from. */
export function createPageSource({ siteText, cashBids, demo, calendar }: Services): PageSource {
  return {
    shell: () => ({
      isDemo: demo.isStanding(),
      announcement: siteText.find(SITE_TEXT_ID.AnnouncementMessage),
      telephone: siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber),
    }),
    home: () => ({
      texts: Object.fromEntries(
        siteText.list(HOME_TEXT_IDS).map(({ configId, content }) => [configId, content]),
      ),
      cashBids: cashBids.list(),
      today: calendar.today(),
    }),
  };
}
