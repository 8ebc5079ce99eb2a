import { usePageContent } from '#app/router/router-context.tsx';
import { MESSAGES } from '#contract/messages.ts';
import { isHiddenWhenEmpty, type PioneerItem } from '#contract/pioneer.ts';
import { PIONEER_PAGE } from '#contract/seed-brands.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { useSite } from '#app/ui/site-context.ts';
import { ErrorMessage } from '#app/ui/error-message.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { LoadableView, useLoadable } from '#app/ui/loadable-view.tsx';
import { SeedPage } from './seed-page.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { PioneerCategory } from './pioneer-category.tsx';

/** In this module, because a request for a small file costs more than the file weighs. */
export { BrandPage } from './brand.tsx';

export default function PioneerPage() {
  const { pioneer } = useSite();
  const { items } = usePageContent<'/pioneer'>();
  const { value: known } = useLoadable(items);

  return (
    <>
      <LoadableView content={items}>{() => <RestoreScrollAfterLoad />}</LoadableView>
      <SeedPage path={PIONEER_PAGE} brand={pioneer} isShown={(crop) => isShown(crop, known)}>
        {(chosen) => (
          <LoadableView
            content={items}
            loading={<Spinner />}
            failure={<ErrorMessage message={MESSAGES.pageLoad} />}
          >
            {(all) => <PioneerCategory category={chosen} items={all} />}
          </LoadableView>
        )}
      </SeedPage>
    </>
  );
}

/** Returns true if the category is always shown or has items. Items that are still loading count as none. */
function isShown(
  crop: PublicSite['pioneer']['categories'][number],
  items: readonly PioneerItem[] | undefined,
): boolean {
  return (
    !isHiddenWhenEmpty(crop) || (items ?? []).some(({ pioneerCategory }) => pioneerCategory === crop.category)
  );
}
