import { useLoaderData } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import type { PageContents } from '#contract/page-content.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useSite } from '#app/site-context.ts';
import { Crew } from '#app/ui/crew.tsx';
import { Empty } from '#app/ui/empty.tsx';
import { Failure } from '#app/ui/failure.tsx';
import { LateScroll } from '#app/ui/late-scroll.tsx';
import { Loaded } from '#app/ui/loaded.tsx';
import { Page } from '#app/ui/page.tsx';
import { Plate } from '#app/ui/plate.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { VideoEmbed } from '#app/ui/video-embed.tsx';
import styles from './about-us.module.css';

export function AboutUsPage() {
  const { name, embeds } = useSite();
  const { texts, employees } = useLoaderData<PageContents['/about-us']>();
  return (
    <Page heading="About Us">
      <Loaded content={employees}>{() => <LateScroll />}</Loaded>
      <div className={styles.intro}>
        <div className={styles.text}>
          <Loaded content={texts} waiting={<Spinner />} failure={<Failure message={MESSAGES.pageLoad} />}>
            {(loaded) => <RichText html={loaded[SITE_TEXT_ID.AboutUsMessage] ?? ''} />}
          </Loaded>
        </div>
        <VideoEmbed title={`Video: ${name}`} address={embeds.video} />
      </div>
      <Plate heading="Our Crew">
        <Loaded content={employees} waiting={<Spinner />} failure={<Failure message={MESSAGES.crewLoad} />}>
          {(crew) => <Crew employees={crew} />}
        </Loaded>
      </Plate>
      <Plate heading="Mission Statement">
        <Loaded content={texts} waiting={<Spinner />} failure={<Failure message={MESSAGES.pageLoad} />}>
          {(loaded) => {
            const mission = loaded[SITE_TEXT_ID.MissionStatement] ?? '';
            return hasVisibleText(mission) ? (
              <RichText className={styles.mission} html={mission} />
            ) : (
              <Empty>Our mission statement isn't posted yet.</Empty>
            );
          }}
        </Loaded>
      </Plate>
    </Page>
  );
}
