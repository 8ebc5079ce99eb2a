import { useEffect, useRef, type ReactNode } from 'react';
import { CATEGORY_PARAMETER } from '#contract/pioneer.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { cropPath, splitAtAmount, type SeedBrand } from '#shared/seed-brands.ts';
import { useLocation } from '#app/router/router-context.tsx';
import { scrollSmoothlyTo } from '#app/browser/smooth-scroll.ts';
import { DrawingList } from '#app/ui/drawing-list.tsx';
import { Page } from '#app/ui/page.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import styles from './seed-page.module.css';

const CHOSEN_ID = 'chosen';
/** Crops that the first screen of a phone shows, in rows of two. */
const ON_FIRST_SCREEN = 6;

type Crop = Pick<SeedBrand['categories'][number], 'id' | 'categoryName' | 'imageUrl'>;

/** Renders the page of a seed brand. `children` renders the contents of the crop that the query chooses. */
export function SeedPage<Each extends Crop>({
  path,
  brand: { heading, services, programs, categories },
  isShown = () => true,
  children,
}: {
  path: string;
  brand: Pick<PublicSite['pioneer'], 'heading' | 'services' | 'programs'> & { categories: readonly Each[] };
  /** Returns false for a crop without a link. */
  isShown?: (crop: Each) => boolean;
  children: (crop: Each) => ReactNode;
}) {
  const id = new URLSearchParams(useLocation().search).get(CATEGORY_PARAMETER);
  const shown = categories.filter(isShown);
  const chosen = categories.find((category) => category.id === id);
  // With a chosen crop, the page scrolls to it, and all images load before the scripts instead of after them.
  const onFirstScreen = (count: number) => (chosen ? Infinity : count);

  return (
    <Page heading={heading}>
      {shown.length > 0 && (
        <nav className={styles.categories} aria-label="Crops">
          {shown.map((category, index) => (
            <SiteLink
              key={category.id}
              to={`${cropPath(path, category.id)}#${CHOSEN_ID}`}
              aria-current={category === chosen ? 'true' : undefined}
            >
              <img
                src={category.imageUrl}
                alt=""
                width="190"
                height="190"
                {...(index >= onFirstScreen(ON_FIRST_SCREEN) && { loading: 'lazy', 'data-below': '' })}
              />
              {category.categoryName}
            </SiteLink>
          ))}
        </nav>
      )}
      {chosen && (
        <Chosen key={chosen.id}>
          <PageSection heading={chosen.categoryName}>{children(chosen)}</PageSection>
        </Chosen>
      )}
      {services.length > 0 && (
        <PageSection heading="Services">
          <DrawingList items={services} onFirstScreen={onFirstScreen(0)} />
        </PageSection>
      )}
      {programs.map((program, index) => (
        <Program key={index} {...program} />
      ))}
    </Page>
  );
}

function Program({ name, text }: SeedBrand['programs'][number]) {
  const { before, amount, after } = splitAtAmount(text);
  return (
    <p className={`${styles.savings} gold-note`}>
      <span>
        <strong>{name}</strong>: {before}
      </span>
      {amount && (
        <>
          {' '}
          <b>{amount}</b>
        </>
      )}
      {after && (
        <>
          {' '}
          <span>{after}</span>
        </>
      )}
    </p>
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
