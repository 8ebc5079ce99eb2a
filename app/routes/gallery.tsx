import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { knownOf, type PageContents } from '#contract/page-content.ts';
import { logWarning } from '#app/browser/log.ts';
import { Empty } from '#app/ui/empty.tsx';
import { GalleryGrid } from '#app/ui/gallery-grid.tsx';
import { LateScroll } from '#app/ui/late-scroll.tsx';
import { useContent } from '#app/ui/loaded.tsx';
import { Page } from '#app/ui/page.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

export function GalleryPage() {
  const { images } = useLoaderData<PageContents['/gallery']>();
  const { value, hasFailed } = useContent(images);
  // Keep showing a cached list whose refresh failed.
  const shown = value ?? knownOf(images);

  useEffect(() => {
    if (hasFailed) logWarning('The list of images could not be loaded.');
  }, [hasFailed]);

  return (
    <Page heading="Gallery">
      {shown && <LateScroll />}
      {shown === undefined && !hasFailed && <Spinner />}
      {shown?.length === 0 && <Empty>No images posted yet.</Empty>}
      {shown && shown.length > 0 && <GalleryGrid images={shown} />}
    </Page>
  );
}
