import { useLoaderData } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { PageContents } from '#shared/page-content.ts';
import { ContactTicket } from './contact-ticket.tsx';
import { ErrorScreen } from '#app/ui/error-screen.tsx';
import { HoursTable } from '#app/ui/hours-table.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { useLoadable } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './contact-us.module.css';

export function ContactUsPage() {
  const { content } = useLoaderData<PageContents['/contact-us']>();
  const { value, hasFailed } = useLoadable(content);
  if (hasFailed) return <ErrorScreen message={MESSAGES.pageLoad} />;
  return (
    <Page heading="Contact Us">
      {value && <RestoreScrollAfterLoad />}
      <div className={styles.locations}>
        {value ? <ContactTicket texts={value.texts} /> : <Spinner />}
        <PageSection heading="Hours Of Operation">
          {value ? <HoursTable {...value} /> : <Spinner />}
        </PageSection>
      </div>
    </Page>
  );
}
