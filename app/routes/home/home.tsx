import { useLoaderData } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { PageContents } from '#shared/page-content.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useShellContent } from '#app/ui/shell-content.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Announcement } from './announcement.tsx';
import { CashBidsPanel } from './cash-bids-panel.tsx';
import { ExchangeMarks } from '#app/ui/exchange-marks.tsx';
import { HomeVideo } from './home-video.tsx';
import { HoursTable } from '#app/ui/hours-table.tsx';
import { ErrorMessage } from '#app/ui/error-message.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { LoadableView } from '#app/ui/loadable-view.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TodaySlip } from './today-slip.tsx';
import { WeatherPanel } from './weather-panel.tsx';
import styles from './home.module.css';

export function HomePage() {
  const { name } = useSite();
  const { content } = useLoaderData<PageContents['/']>();
  const shell = useShellContent();
  return (
    <>
      <LoadableView content={content}>{() => <RestoreScrollAfterLoad />}</LoadableView>
      <LoadableView content={content} loading={<Announcement html={shell?.announcement ?? ''} />}>
        {({ texts }) => <Announcement html={texts[SITE_TEXT_ID.AnnouncementMessage] ?? ''} />}
      </LoadableView>
      <div className={`wrap ${styles.hero}`}>
        <div>
          <h1>
            <span className={styles.welcome}>Welcome to </span>
            {name}
          </h1>
          <nav className={styles.shortcuts} aria-label="Shortcuts">
            <SiteLink to="/future-market-overview">Market Updates</SiteLink>
            <SiteLink to="/products">Our Products</SiteLink>
            <SiteLink to="/weather-overview">Weather</SiteLink>
          </nav>
        </div>
        <div className={styles.slip}>
          <LoadableView
            content={content}
            loading={
              <div className={styles.slipPlaceholder}>
                <Spinner />
              </div>
            }
            failure={<ErrorMessage message={MESSAGES.pageLoad} />}
          >
            {(loaded) => <TodaySlip {...loaded} />}
          </LoadableView>
        </div>
        <div className={styles.message}>
          <LoadableView content={content} loading={<p className={styles.messagePlaceholder} />}>
            {({ texts }) => <p>{texts[SITE_TEXT_ID.WelcomeMessage]}</p>}
          </LoadableView>
        </div>
      </div>
      <HomeVideo />
      <div className={`wrap ${styles.locations}`}>
        <CashBidsPanel content={content} />
        <PageSection heading="Hours Of Operation">
          <LoadableView
            content={content}
            loading={<Spinner />}
            failure={<ErrorMessage message={MESSAGES.pageLoad} />}
          >
            {({ texts, today }) => <HoursTable texts={texts} today={today} />}
          </LoadableView>
        </PageSection>
      </div>
      <div className="wrap">
        <WeatherPanel />
        <ExchangeMarks />
      </div>
    </>
  );
}
