import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { currentValue, type PageContents } from '#shared/page-content.ts';
import { logWarning } from '#app/browser/log.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { GalleryGrid } from './gallery-grid.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { useLoadable } from '#app/ui/loadable-view.tsx';
import { Page } from '#app/ui/page.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

export function GalleryPage() {
  const { images } = useLoaderData<PageContents['/gallery']>();
  const { value, hasFailed } = useLoadable(images);
  // Keep showing a cached list whose refresh failed.
  const shown = value ?? currentValue(images);

  useEffect(() => {
    if (hasFailed) logWarning("Couldn't load the list of images.");
  }, [hasFailed]);

  return (
    <Page heading="Gallery">
      {shown && <RestoreScrollAfterLoad />}
      {shown === undefined && !hasFailed && <Spinner />}
      {shown?.length === 0 && <EmptyState>No images posted yet.</EmptyState>}
      {shown && shown.length > 0 && <GalleryGrid images={shown} />}
    </Page>
  );
}
