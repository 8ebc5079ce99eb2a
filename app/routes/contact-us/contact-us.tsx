import { usePageContent } from '#app/router/router-context.tsx';
import { comingDays } from '#shared/shown-locations.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ContactTicket } from './contact-ticket.tsx';
import { ErrorMessage } from '#app/ui/error-message.tsx';
import { ErrorScreen } from '#app/ui/error-screen.tsx';
import { LocationHarvest } from '#app/ui/harvest-board.tsx';
import { HashScroll } from '#app/ui/hash-scroll.tsx';
import { MainHours } from '#app/ui/main-hours.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { useLoadable } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { LocationLinks, LocationSection } from './location-list.tsx';
import styles from './location-list.module.css';

export default function ContactUsPage() {
  const { content, locations, harvest } = usePageContent<'/contact-us'>();
  const { name } = useSite();
  const { value, hasFailed } = useLoadable(content);
  const others = useLoadable(locations);
  const board = useLoadable(harvest).value;
  const isComplete = value !== undefined && (others.value !== undefined || others.hasFailed);
  if (hasFailed) return <ErrorScreen message={MESSAGES.pageLoad} />;
  return (
    <Page heading="Contact Us">
      {isComplete && <RestoreScrollAfterLoad />}
      <HashScroll isComplete={isComplete} />
      {others.value && <LocationLinks name={name} locations={others.value} />}
      {others.value !== undefined && others.value.length > 0 && (
        <h2 id="main-location" className={styles.mainHeading}>
          {name}
        </h2>
      )}
      <div className={`${styles.main} shrinkable`}>
        {value ? <ContactTicket texts={value.texts} /> : <Spinner />}
        <PageSection heading="Hours Of Operation">
          {value ? <MainHours {...value} daysFrom={comingDays} /> : <Spinner />}
          <LocationHarvest id={MAIN_LOCATION_ID} board={board} />
        </PageSection>
      </div>
      {/* The main location shows the only spinners: most cooperatives have no others. */}
      {others.hasFailed && <ErrorMessage message={MESSAGES.pageLoad} />}
      {value &&
        others.value?.map((location) => (
          <LocationSection key={location.id} location={location} today={value.today} board={board} />
        ))}
    </Page>
  );
}
