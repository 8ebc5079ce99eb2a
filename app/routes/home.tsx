import { Suspense, type ReactNode } from 'react';
import { Await, useLoaderData } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { HomeContent } from '#contract/page-content.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useShellContent } from '#app/shell-content.ts';
import { useSite } from '#app/site-context.ts';
import { Announcement } from '#app/ui/announcement.tsx';
import { BidsTime, CashBidsPanel } from '#app/ui/cash-bids-panel.tsx';
import { ExchangeMarks } from '#app/ui/exchange-marks.tsx';
import { FilmBand } from '#app/ui/film-band.tsx';
import { HoursBoard } from '#app/ui/hours-board.tsx';
import { LateScroll } from '#app/ui/late-scroll.tsx';
import { Plate } from '#app/ui/plate.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TodaySlip } from '#app/ui/today-slip.tsx';
import { WeatherPanel } from '#app/ui/weather-panel.tsx';
import styles from './home.module.css';

export function HomePage() {
  const { name } = useSite();
  const { content } = useHomeData();
  const shell = useShellContent();
  return (
    <>
      <WhenLoaded>{() => <LateScroll />}</WhenLoaded>
      <WhenLoaded fallback={<Announcement html={shell?.announcement ?? ''} />}>
        {({ texts }) => <Announcement html={texts[SITE_TEXT_ID.AnnouncementMessage] ?? ''} />}
      </WhenLoaded>
      <div className={`wrap ${styles.hero}`}>
        <div>
          <h1>
            <span className={styles.welcome}>Welcome to </span>
            {name}
          </h1>
          <nav className={styles.ways} aria-label="Shortcuts">
            <SiteLink to="/future-market-overview">Market Updates</SiteLink>
            <SiteLink to="/products">Our Products</SiteLink>
            <SiteLink to="/weather-overview">Weather</SiteLink>
          </nav>
        </div>
        <div className={styles.slip}>
          <WhenLoaded
            fallback={
              <div className={styles.slipToCome}>
                <Spinner />
              </div>
            }
            failure={<p className={styles.failure}>{MESSAGES.pageLoad}</p>}
          >
            {(loaded) => <TodaySlip {...loaded} />}
          </WhenLoaded>
        </div>
        <div className={styles.message}>
          <WhenLoaded fallback={<p className={styles.messageToCome} />}>
            {({ texts }) => <p>{texts[SITE_TEXT_ID.WelcomeMessage]}</p>}
          </WhenLoaded>
        </div>
      </div>
      <FilmBand />
      <div className={`wrap ${styles.boards}`}>
        <CashBidsPanel
          bids={content instanceof Promise ? undefined : content.cashBids}
          when={<WhenLoaded>{({ cashBids }) => <BidsTime cashBids={cashBids} />}</WhenLoaded>}
        />
        <Plate heading="Hours Of Operation">
          <WhenLoaded fallback={<Spinner />} failure={<p className={styles.failure}>{MESSAGES.pageLoad}</p>}>
            {({ texts, today }) => <HoursBoard texts={texts} today={today} />}
          </WhenLoaded>
        </Plate>
      </div>
      <div className="wrap">
        <WeatherPanel />
        <ExchangeMarks />
      </div>
    </>
  );
}

/** A part of the page that needs its content: in the HTML at once, inside the app as soon as the calls have answered. */
function WhenLoaded({
  children,
  fallback = null,
  failure = null,
}: {
  children: (content: HomeContent) => ReactNode;
  fallback?: ReactNode;
  failure?: ReactNode;
}) {
  const { content } = useHomeData();
  return (
    <Suspense fallback={fallback}>
      <Await resolve={content} errorElement={<>{failure}</>}>
        {children}
      </Await>
    </Suspense>
  );
}

const useHomeData = () => useLoaderData<{ content: HomeContent | Promise<HomeContent> }>();
