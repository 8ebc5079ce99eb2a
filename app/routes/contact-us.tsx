import { useLoaderData } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { PageContents } from '#contract/page-content.ts';
import { ContactTicket } from '#app/ui/contact-ticket.tsx';
import { ErrorScreen } from '#app/ui/error-screen.tsx';
import { HoursBoard } from '#app/ui/hours-board.tsx';
import { LateScroll } from '#app/ui/late-scroll.tsx';
import { useContent } from '#app/ui/loaded.tsx';
import { Page } from '#app/ui/page.tsx';
import { Plate } from '#app/ui/plate.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './contact-us.module.css';

export function ContactUsPage() {
  const { content } = useLoaderData<PageContents['/contact-us']>();
  const { value, hasFailed } = useContent(content);
  if (hasFailed) return <ErrorScreen message={MESSAGES.pageLoad} />;
  return (
    <Page heading="Contact Us">
      {value && <LateScroll />}
      <div className={styles.boards}>
        {value ? <ContactTicket texts={value.texts} /> : <Spinner />}
        <Plate heading="Hours Of Operation">{value ? <HoursBoard {...value} /> : <Spinner />}</Plate>
      </div>
    </Page>
  );
}
