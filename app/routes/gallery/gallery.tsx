import { useEffect } from 'react';
import { GALLERY_PAGE } from '#contract/images.ts';
import { usePageContent } from '#app/router/router-context.tsx';
import { currentValue } from '#shared/loadable.ts';
import { logWarning } from '#app/browser/log.ts';
import { GalleryGrid } from './gallery-grid.tsx';
import { GalleryPages } from './gallery-pages.tsx';
import { isOnePage, partOf } from './gallery-page.ts';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { useLoadable } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { NotPosted } from '#app/ui/not-posted.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './gallery-grid.module.css';

export default function GalleryPage() {
  const { images, ...position } = usePageContent<'/gallery'>();
  const { value, hasFailed } = useLoadable(images);
  // Keep showing a cached list whose refresh failed.
  const list = value ?? currentValue(images);
  const shown = list && partOf(list, position);

  useEffect(() => {
    if (hasFailed) logWarning("Couldn't load the list of images.");
  }, [hasFailed]);

  return (
    <Page heading="Gallery" className={styles.page}>
      {shown && <RestoreScrollAfterLoad />}
      {shown === undefined && !hasFailed && <Spinner />}
      {shown && !isOnePage(shown) && (
        <p className="empty-state">
          The gallery doesn't have this page. <a href={GALLERY_PAGE}>See the first page</a>.
        </p>
      )}
      {shown && isOnePage(shown) && shown.images.length === 0 && (
        <NotPosted call=" Questions? Call ">No images posted yet.</NotPosted>
      )}
      {!list && hasFailed && (
        <NotPosted call=" Try again later, or call ">We couldn't load the images.</NotPosted>
      )}
      {shown && shown.images.length > 0 && <GalleryGrid key={shown.page} part={shown} />}
      {shown && <GalleryPages {...shown} />}
    </Page>
  );
}
