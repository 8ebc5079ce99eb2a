import { useLoaderData } from 'react-router';
import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { PageContents, PriceTables, Texts } from '#contract/page-content.ts';
import { FUEL_TABLES } from '#contract/price-tables.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useSite } from '#app/site-context.ts';
import { DrawingList } from '#app/ui/drawing-list.tsx';
import { Failure } from '#app/ui/failure.tsx';
import { FuelCards } from '#app/ui/fuel-cards.tsx';
import { HashScroll } from '#app/ui/hash-scroll.tsx';
import { LateScroll } from '#app/ui/late-scroll.tsx';
import { Loaded, useContent } from '#app/ui/loaded.tsx';
import { Page } from '#app/ui/page.tsx';
import { Plate } from '#app/ui/plate.tsx';
import { PriceSheet } from '#app/ui/price-sheet.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
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

export function ProductsPage() {
  const { services, offers, fuel: fuelSettings } = useSite();
  const { messages, fertilizer, fuel } = useLoaderData<PageContents['/products']>();
  const isComplete = [
    useContent<Texts>(messages),
    useContent<PriceTables>(fertilizer),
    useContent<PriceTables>(fuel),
  ].every(({ value, hasFailed }) => value !== undefined || hasFailed);
  const failure = <Failure message={MESSAGES.pageLoad} />;

  const message = (id: number) => (
    <Loaded content={messages}>
      {(texts) => {
        const html = texts[id] ?? '';
        return hasVisibleText(html) && <RichText className={styles.message} html={html} />;
      }}
    </Loaded>
  );

  return (
    <Page heading="Products">
      {isComplete && <LateScroll />}
      <HashScroll isComplete={isComplete} />
      <nav className={styles.jumps} aria-label="On this page">
        {SECTIONS.map(([id, label]) => (
          <SiteLink key={id} to={`/products/#${id}`}>
            {label}
          </SiteLink>
        ))}
        <a href={PRICE_SHEET_PAGE}>Printable price sheet</a>
      </nav>
      <Plate heading="Custom Products and Services" id="servicesHeader">
        {message(SITE_TEXT_ID.ProductSeedMessage)}
        {message(SITE_TEXT_ID.ProductChemMessage)}
        <DrawingList items={services} />
      </Plate>
      <Plate heading="Fertilizer" id="fertHeader">
        {message(SITE_TEXT_ID.ProductFertMessage)}
        <Loaded content={fertilizer} waiting={<Spinner />} failure={failure}>
          {(tables) => (
            <div className={styles.sheets} data-sheets={tables[0]?.rows.length ? 4 : 3}>
              {ELEMENTS.map(({ type, ...rest }) => (
                <PriceSheet key={type} table={tables[type]} {...rest} />
              ))}
              {(tables[0]?.rows.length ?? 0) > 0 && <PriceSheet name="Other Fertilizer" table={tables[0]} />}
            </div>
          )}
        </Loaded>
      </Plate>
      <Plate
        heading="Farm - Delivered Fuel Prices"
        id="fuelHeader"
        when={fuelSettings.priceNote && <p className={styles.priceNote}>{fuelSettings.priceNote}</p>}
      >
        {message(SITE_TEXT_ID.ProductFuelMessage)}
        <Loaded content={fuel} waiting={<Spinner />} failure={failure}>
          {(tables) => <FuelCards table={tables[FUEL_TABLES[0]]} />}
        </Loaded>
      </Plate>
      <Plate heading="Services / Offers" id="offersHeader">
        <ul className={styles.offers}>
          {offers.map(({ name, terms }) => (
            <li key={name}>
              <strong>{name}</strong> - {terms}
            </li>
          ))}
        </ul>
      </Plate>
    </Page>
  );
}
