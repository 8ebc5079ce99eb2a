import { usePageContent } from '#app/router/router-context.tsx';
import { MESSAGES } from '#contract/messages.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Crew } from '#app/ui/crew.tsx';
import { ErrorMessage } from '#app/ui/error-message.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { LoadableView, PagePart } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { NotPosted } from '#app/ui/not-posted.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { VideoEmbed } from './video-embed.tsx';
import styles from './about-us.module.css';

export default function AboutUsPage() {
  const { name, embeds, parts } = useSite();
  const { texts, employees } = usePageContent<'/about-us'>();
  return (
    <Page heading="About Us">
      <LoadableView content={employees}>{() => <RestoreScrollAfterLoad />}</LoadableView>
      <div className={`${styles.intro} shrinkable`}>
        <div className="measure">
          <PagePart content={texts} failure={null}>
            {(loaded) => <RichText html={loaded[SITE_TEXT_ID.AboutUsMessage] ?? ''} />}
          </PagePart>
        </div>
        {parts.film && <VideoEmbed title={`Video: ${name}`} url={embeds.video} />}
      </div>
      <PageSection heading="Our Crew">
        <PagePart content={employees} failure={<ErrorMessage message={MESSAGES.crewLoad} />}>
          {(crew) => <Crew employees={crew} />}
        </PagePart>
      </PageSection>
      <PageSection heading="Mission Statement">
        <PagePart content={texts} failure={<NotPosted>We couldn't load our mission statement.</NotPosted>}>
          {(loaded) => {
            const mission = loaded[SITE_TEXT_ID.MissionStatement] ?? '';
            return hasVisibleText(mission) ? (
              <RichText className={`${styles.mission} measure`} html={mission} />
            ) : (
              <NotPosted>Our mission statement isn't posted yet.</NotPosted>
            );
          }}
        </PagePart>
      </PageSection>
    </Page>
  );
}
