import { usePageContent, useShellContent } from '#app/router/router-context.tsx';
import type { PriceTables } from '#shared/page-content.ts';
import { FUEL_TABLES, type PriceTable } from '#contract/price-tables.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Announcement } from '#app/ui/announcement.tsx';
import { CashBidsPanel } from '#app/ui/cash-bids-panel.tsx';
import { ExchangeMarks } from '#app/ui/exchange-marks.tsx';
import { Fact } from '#app/ui/fact.tsx';
import { FuelCards, FuelNote } from '#app/ui/fuel-cards.tsx';
import { HomeHarvest } from './home-harvest.tsx';
import { HomeLocationList } from './home-location-list.tsx';
import { HomeVideo } from './home-video.tsx';
import { nearDays } from '#shared/shown-locations.ts';
import { MainHours } from '#app/ui/main-hours.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { LoadableView, PagePart, useLoadable } from '#app/ui/loadable-view.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TodaySlip } from './today-slip.tsx';
import { WeatherPanel } from '#app/ui/weather-panel.tsx';
import styles from './home.module.css';

/** Fuel prices that fit next to a typical list of bids. */
const FUELS = 6;
/** Height of a list of bids in CSS pixels below which the fuel prices would leave the column below it empty. */
const SHORT_LIST_PX = 400;

export default function HomePage() {
  const { name, embeds, parts } = useSite();
  const { content, fuel, locations, harvest } = usePageContent<'/'>();
  const shell = useShellContent();
  const { value, hasFailed } = useLoadable(content);
  const { agronomist } = shell;
  const emergency = shell.texts[SITE_TEXT_ID.ContactUsEmergencyNumber];
  const fuelTable = useLoadable<PriceTables>(fuel);
  const isFuelSettled = !parts.fuel || fuelTable.value !== undefined || fuelTable.hasFailed;
  const prices = parts.fuel ? fuelTable.value?.[FUEL_TABLES[0]] : undefined;
  const hasFewBids =
    embeds.cashBids === null && value !== undefined && value.cashBids.frame.wide < SHORT_LIST_PX;
  const slipPlaceholder = <Spinner room={styles.slipPlaceholder} />;
  return (
    <>
      {isFuelSettled && (value || hasFailed) && <RestoreScrollAfterLoad />}
      <LoadableView content={content} loading={<Announcement html={shell.announcement} />}>
        {({ texts }) => <Announcement html={texts[SITE_TEXT_ID.AnnouncementMessage] ?? ''} />}
      </LoadableView>
      <div className={`wrap shrinkable ${styles.hero}`}>
        <div>
          <h1>
            <span className={styles.welcome}>Welcome to </span>
            {name}
          </h1>
          <nav className={styles.shortcuts} aria-label="Shortcuts">
            <SiteLink to="/future-market-overview">Market Updates</SiteLink>
            <SiteLink to="/products">Our Products</SiteLink>
            {parts.weather && <SiteLink to="/weather-overview">Weather</SiteLink>}
          </nav>
        </div>
        {/* On paper, the sections below repeat what the slip shows. */}
        <div className={`${styles.slip} no-print`}>
          <PagePart content={content} loading={slipPlaceholder}>
            {(loaded) =>
              isFuelSettled ? <TodaySlip {...loaded} fuel={prices} places={locations} /> : slipPlaceholder
            }
          </PagePart>
        </div>
        <div>
          <LoadableView content={content} loading={<p className={`${styles.messagePlaceholder} measure`} />}>
            {({ texts }) => <p className="measure">{texts[SITE_TEXT_ID.WelcomeMessage]}</p>}
          </LoadableView>
        </div>
      </div>
      <LoadableView content={harvest}>{(board) => <HomeHarvest {...board} />}</LoadableView>
      <HomeVideo />
      <div className={`wrap ${styles.columns}`} data-bids={hasFewBids ? 'few' : 'many'}>
        <CashBidsPanel content={content} />
        <PageSection heading="Hours Of Operation">
          <PagePart content={content}>{(loaded) => <MainHours {...loaded} daysFrom={nearDays} />}</PagePart>
          {(emergency || agronomist) && (
            <dl className={`${styles.calls} ruled no-print`}>
              <Fact label="Emergency">{emergency && <PhoneLink number={emergency} />}</Fact>
              <Fact label={`Agronomy, ${agronomist?.name}`}>
                {agronomist && <PhoneLink number={agronomist.phoneNumber} />}
              </Fact>
            </dl>
          )}
        </PageSection>
        {parts.fuel && (prices === undefined || prices.rows.length > 0) && (
          <PageSection heading="Fuel Prices">
            <PagePart content={fuel} loading={<Spinner room={styles.fuelPlaceholder} />}>
              {() => prices && <FuelPrices table={prices} />}
            </PagePart>
          </PageSection>
        )}
      </div>
      <div className="wrap">
        <LoadableView content={locations}>{(loaded) => <HomeLocationList locations={loaded} />}</LoadableView>
        {parts.weather && (
          <div className={styles.weather}>
            <WeatherPanel />
          </div>
        )}
        <ExchangeMarks />
      </div>
    </>
  );
}

function FuelPrices({ table }: { table: PriceTable }) {
  const { rows } = table;
  return (
    <>
      <FuelCards isList table={{ ...table, rows: rows.slice(0, FUELS) }} />
      <FuelNote />
      <p className="link-row no-print">
        <SiteLink to="/products/#fuelHeader">
          {rows.length > FUELS ? `See all ${rows.length} fuel prices` : 'See all prices'}
        </SiteLink>
      </p>
    </>
  );
}
