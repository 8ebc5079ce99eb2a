import { useLoaderData } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { PageContents } from '#contract/page-content.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useShellContent } from '#app/shell-content.ts';
import { useSite } from '#app/site-context.ts';
import { Announcement } from '#app/ui/announcement.tsx';
import { CashBidsPanel } from '#app/ui/cash-bids-panel.tsx';
import { ExchangeMarks } from '#app/ui/exchange-marks.tsx';
import { FilmBand } from '#app/ui/film-band.tsx';
import { HoursBoard } from '#app/ui/hours-board.tsx';
import { Failure } from '#app/ui/failure.tsx';
import { LateScroll } from '#app/ui/late-scroll.tsx';
import { Loaded } from '#app/ui/loaded.tsx';
import { Plate } from '#app/ui/plate.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TodaySlip } from '#app/ui/today-slip.tsx';
import { WeatherPanel } from '#app/ui/weather-panel.tsx';
import styles from './home.module.css';

export function HomePage() {
  const { name } = useSite();
  const { content } = useLoaderData<PageContents['/']>();
  const shell = useShellContent();
  return (
    <>
      <Loaded content={content}>{() => <LateScroll />}</Loaded>
      <Loaded content={content} waiting={<Announcement html={shell?.announcement ?? ''} />}>
        {({ texts }) => <Announcement html={texts[SITE_TEXT_ID.AnnouncementMessage] ?? ''} />}
      </Loaded>
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
          <Loaded
            content={content}
            waiting={
              <div className={styles.slipToCome}>
                <Spinner />
              </div>
            }
            failure={<Failure message={MESSAGES.pageLoad} />}
          >
            {(loaded) => <TodaySlip {...loaded} />}
          </Loaded>
        </div>
        <div className={styles.message}>
          <Loaded content={content} waiting={<p className={styles.messageToCome} />}>
            {({ texts }) => <p>{texts[SITE_TEXT_ID.WelcomeMessage]}</p>}
          </Loaded>
        </div>
      </div>
      <FilmBand />
      <div className={`wrap ${styles.boards}`}>
        <CashBidsPanel content={content} />
        <Plate heading="Hours Of Operation">
          <Loaded content={content} waiting={<Spinner />} failure={<Failure message={MESSAGES.pageLoad} />}>
            {({ texts, today }) => <HoursBoard texts={texts} today={today} />}
          </Loaded>
        </Plate>
      </div>
      <div className="wrap">
        <WeatherPanel />
        <ExchangeMarks />
      </div>
    </>
  );
}
