import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, usePageContent } from '#app/router/router-context.tsx';
import { MESSAGES } from '#contract/messages.ts';
import { CATEGORY_PARAMETER, PIONEER_CATEGORIES, type PioneerItem } from '#contract/pioneer.ts';
import { scrollSmoothlyTo } from '#app/browser/smooth-scroll.ts';
import { useSite } from '#app/ui/site-context.ts';
import { DrawingList } from '#app/ui/drawing-list.tsx';
import { ErrorMessage } from '#app/ui/error-message.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { LoadableView, useLoadable } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { PioneerCategory } from './pioneer-category.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './pioneer.module.css';

const CHOSEN_ID = 'chosen';
/** Categories that the first screen of a phone shows, in rows of two. */
const ON_FIRST_SCREEN = 6;

export function PioneerPage() {
  const { pioneer } = useSite();
  const { items } = usePageContent<'/pioneer'>();
  const { value: known } = useLoadable(items);
  const id = new URLSearchParams(useLocation().search).get(CATEGORY_PARAMETER);
  const shown = pioneer.categories.filter(({ category }) => isShown(category, known));
  const chosen = pioneer.categories.find((category) => category.id === id);

  return (
    <Page heading="Industry-leading Products to meet local needs">
      <LoadableView content={items}>{() => <RestoreScrollAfterLoad />}</LoadableView>
      <nav className={styles.categories} aria-label="Crops">
        {shown.map((category, index) => (
          <SiteLink
            key={category.id}
            to={`/pioneer?${CATEGORY_PARAMETER}=${category.id}#${CHOSEN_ID}`}
            aria-current={category === chosen ? 'true' : undefined}
          >
            <img
              src={category.imageUrl}
              alt=""
              width="190"
              height="190"
              {...(index >= ON_FIRST_SCREEN && { loading: 'lazy', 'data-below': '' })}
            />
            {category.categoryName}
          </SiteLink>
        ))}
      </nav>
      {chosen && (
        <Chosen key={chosen.id}>
          <PageSection heading={chosen.categoryName}>
            <LoadableView
              content={items}
              loading={<Spinner />}
              failure={<ErrorMessage message={MESSAGES.pageLoad} />}
            >
              {(all) => <PioneerCategory category={chosen} items={all} />}
            </LoadableView>
          </PageSection>
        </Chosen>
      )}
      <PageSection heading="Services">
        <DrawingList items={pioneer.services} onFirstScreen={0} />
      </PageSection>
      <p className={styles.savings}>
        <span>
          <strong>TruChoice</strong>: customers are eligible to save up to
        </span>{' '}
        <b>15%</b> <span>on crop protection products.</span>
      </p>
    </Page>
  );
}

function Chosen({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (section.current) scrollSmoothlyTo(section.current, 'nearest');
  }, []);
  return (
    <section ref={section} id={CHOSEN_ID} className={styles.chosen}>
      {children}
    </section>
  );
}

/** Returns true if the category is always shown or has items. Items that are still loading count as none. */
function isShown(category: number, items: readonly PioneerItem[] | undefined): boolean {
  return (
    PIONEER_CATEGORIES.some((each) => each.category === category && each.always) ||
    (items ?? []).some((item) => item.pioneerCategory === category)
  );
}
