import { usePageContent } from '#app/router/router-context.tsx';
import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import type { PriceTables, Texts } from '#shared/page-content.ts';
import { FUEL_TABLES } from '#contract/price-tables.ts';
import { isShown } from '#shared/site-parts.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { DrawingList } from '#app/ui/drawing-list.tsx';
import { FuelCards, FuelNote } from '#app/ui/fuel-cards.tsx';
import { HashScroll } from '#app/ui/hash-scroll.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { LoadableView, PagePart, useLoadable } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import styles from './products.module.css';

const SECTIONS = [
  ['servicesHeader', 'Services'],
  ['fertHeader', 'Fertilizer'],
  ['fuelHeader', 'Fuel'],
  ['offersHeader', 'Offers'],
] as const;

const ELEMENTS = [
  { type: 2, name: 'Phosphorus', element: { letter: 'P', number: 15 } },
  { type: 3, name: 'Nitrogen', element: { letter: 'N', number: 7 } },
  { type: 4, name: 'Potassium', element: { letter: 'K', number: 19 } },
] as const;

export default function ProductsPage() {
  const site = useSite();
  const { services, offers, parts } = site;
  const { messages, fertilizer, fuel } = usePageContent<'/products'>();
  const isComplete = [
    useLoadable<Texts>(messages),
    useLoadable<PriceTables>(fertilizer),
    useLoadable<PriceTables>(fuel),
  ].every(({ value, hasFailed }) => value !== undefined || hasFailed);

  const message = (id: number) => (
    <LoadableView content={messages}>
      {(texts) => {
        const html = texts[id] ?? '';
        return hasVisibleText(html) && <RichText className={`${styles.message} gold-note`} html={html} />;
      }}
    </LoadableView>
  );

  return (
    <Page heading="Products">
      {isComplete && <RestoreScrollAfterLoad />}
      <HashScroll isComplete={isComplete} />
      <nav className="link-row page-links" aria-label="On this page">
        {SECTIONS.filter(([id]) => isShown(site, `/products/#${id}`)).map(([id, label]) => (
          <SiteLink key={id} to={`/products/#${id}`}>
            {label}
          </SiteLink>
        ))}
        <a href={PRICE_SHEET_PAGE}>Printable price sheet</a>
      </nav>
      <PageSection heading="Custom Products and Services" id="servicesHeader">
        {message(SITE_TEXT_ID.ProductSeedMessage)}
        {message(SITE_TEXT_ID.ProductChemMessage)}
        <DrawingList items={services} onFirstScreen={6} />
      </PageSection>
      {parts.fertilizer && (
        <PageSection heading="Fertilizer" id="fertHeader">
          {message(SITE_TEXT_ID.ProductFertMessage)}
          <PagePart content={fertilizer}>
            {(tables) => (
              <div className={`${styles.tables} shrinkable`} data-tables={tables[0]?.rows.length ? 4 : 3}>
                {ELEMENTS.map(({ type, ...rest }) => (
                  <PriceTableView key={type} table={tables[type]} {...rest} />
                ))}
                {(tables[0]?.rows.length ?? 0) > 0 && (
                  <PriceTableView name="Other Fertilizer" table={tables[0]} />
                )}
              </div>
            )}
          </PagePart>
        </PageSection>
      )}
      {parts.fuel && (
        <PageSection heading="Farm - Delivered Fuel Prices" id="fuelHeader" aside={<FuelNote />}>
          {message(SITE_TEXT_ID.ProductFuelMessage)}
          <PagePart content={fuel}>{(tables) => <FuelCards table={tables[FUEL_TABLES[0]]} />}</PagePart>
        </PageSection>
      )}
      <PageSection heading="Services / Offers" id="offersHeader">
        <ul className={`${styles.offers} plain-list`}>
          {offers.map(({ name, terms }) => (
            <li key={name}>
              <strong>{name}</strong> - {terms}
            </li>
          ))}
        </ul>
      </PageSection>
    </Page>
  );
}
