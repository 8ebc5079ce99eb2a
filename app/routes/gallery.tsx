import { Page } from '#app/ui/page.tsx';

export function GalleryPage() {
  return <Page heading="Gallery" />;
}
