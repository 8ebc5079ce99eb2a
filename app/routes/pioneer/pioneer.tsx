import { usePageContent, useLocation } from '#app/router/router-context.tsx';
import { withoutLastSlash } from '#contract/paths.ts';
import { isHiddenWhenEmpty, type PioneerItem } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { brandPath, PIONEER_PAGE } from '#contract/seed-brands.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { findBrand } from '#shared/seed-brands.ts';
import { LoadableView, PagePart, useLoadable } from '#app/ui/loadable-view.tsx';
import { NotPosted } from '#app/ui/not-posted.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { SeedPage } from './seed-page.tsx';
import styles from './pioneer.module.css';

type Category = PublicSite['pioneer']['categories'][number];

export default function PioneerPage() {
  const { pioneer } = useSite();
  const { items } = usePageContent<'/pioneer'>();
  const { value: known } = useLoadable(items);

  return (
    <>
      <LoadableView content={items}>{() => <RestoreScrollAfterLoad />}</LoadableView>
      <SeedPage path={PIONEER_PAGE} brand={pioneer} isShown={(crop) => isShown(crop, known)}>
        {(chosen) => (
          <PagePart content={items}>{(all) => <PioneerCategory category={chosen} items={all} />}</PagePart>
        )}
      </SeedPage>
    </>
  );
}

/** Returns true if the category is always shown or has items. Items that are still loading count as none. */
function isShown(crop: Category, items: readonly PioneerItem[] | undefined): boolean {
  return (
    !isHiddenWhenEmpty(crop) || (items ?? []).some(({ pioneerCategory }) => pioneerCategory === crop.category)
  );
}

function PioneerCategory({
  category: { category, longDescription },
  items,
}: {
  category: Category;
  items: readonly PioneerItem[];
}) {
  const categoryItems = items.filter(({ pioneerCategory }) => pioneerCategory === category);
  const describedItem = categoryItems.find(({ categoryDescription }) => categoryDescription);
  const shown = categoryItems.filter(({ description }) => hasVisibleText(description));
  return (
    <div className={`${styles.category} shrinkable`}>
      <p>{describedItem?.categoryDescription ?? longDescription}</p>
      {shown.length === 0 ? (
        NO_PRODUCTS
      ) : (
        <ul className={`${styles.items} plain-list`}>
          {shown.map(({ id, description }) => (
            <li key={id}>
              <RichText className="measure" html={description} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Renders the page of a seed brand other than Pioneer, whose crops have a text. In this module, because a request for a
 * small file costs more than the file weighs.
 */
export function BrandPage() {
  const brand = findBrand(useSite(), withoutLastSlash(useLocation().pathname));
  if (!brand) return null;
  return (
    <SeedPage path={brandPath(brand.address)} brand={brand}>
      {({ text }) => (text.trim() === '' ? NO_PRODUCTS : <p className={styles.text}>{text}</p>)}
    </SeedPage>
  );
}

const NO_PRODUCTS = <NotPosted>No products listed. Ask us what fits your ground.</NotPosted>;
