import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import type { Loadable } from '#shared/loadable.ts';
import { specialText } from '#shared/special-days.ts';
import type { HoursContent, PageContents } from '#shared/page-content.ts';
import { mainHours } from '#shared/shown-locations.ts';
import { fillAddress } from '#app/browser/embed-url.ts';
import { Fact } from './fact.tsx';
import { hoursToday } from './hours-rows.ts';
import { useLoadable } from './loadable-view.tsx';
import { PhoneLink } from './phone-link.tsx';
import { useRouterState, useShellContent } from '#app/router/router-context.tsx';
import { useSite } from './site-context.ts';
import { Times } from './times.tsx';
import styles from './site-footer.module.css';

/** Renders how to reach the cooperative. */
export function SiteFooter() {
  const site = useSite();
  const { name, links } = site;
  const isDemo = useShellContent().isDemo;
  const { texts, today } = useNewestContent();
  const textOf = (id: number) => texts[id]?.trim() ?? '';
  const address = textOf(SITE_TEXT_ID.ContactUsAddress);
  const telephone = textOf(SITE_TEXT_ID.ContactUsPhoneNumber);
  const { label, special, normal, harvest } = hoursToday(mainHours(texts, site), today);
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        {/* The printed header already shows the name. */}
        <p className={`${styles.name} no-print`}>{name}</p>
        <dl className={`${styles.facts} no-print`}>
          <Fact label="Phone">{telephone && <PhoneLink number={telephone} />}</Fact>
          <Fact label="Prices">
            <a href={CASH_BIDS_PAGE}>Cash bids</a> <a href={PRICE_SHEET_PAGE}>Price sheet</a>
          </Fact>
          <Fact label="Address">{address && <a href={fillAddress(links.map, address)}>{address}</a>}</Fact>
          <Fact label="Today">{special && <Times text={specialText(special)} />}</Fact>
          <Fact label={`Today (${label})`}>{normal && <Times text={normal} />}</Fact>
          <Fact label={normal ? 'Harvest hours' : `Harvest hours (${label})`}>
            {harvest && harvest !== normal && <Times text={harvest} />}
          </Fact>
        </dl>
        {isDemo && (
          <p className={styles.demo}>
            This website is showing demo content. The cooperative, people, phone numbers, and prices are made
            up.
          </p>
        )}
      </div>
    </footer>
  );
}

type FooterContent = Pick<HoursContent, 'texts' | 'today'>;

const NOTHING: FooterContent = { texts: {}, today: '' };

/** Returns the content of the shell, replaced by what the page itself shows, which may be newer. */
function useNewestContent(): FooterContent {
  const { path, content: ofPage, shell } = useRouterState();
  const content: Loadable<FooterContent> =
    path === '/' || path === '/contact-us' ? (ofPage as PageContents[typeof path]).content : NOTHING;
  const page = useLoadable(content).value ?? NOTHING;
  return { texts: { ...shell.texts, ...page.texts }, today: page.today || shell.today };
}
