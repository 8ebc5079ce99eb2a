import { Page } from '#app/ui/page.tsx';

export function StorePage() {
  return <Page heading="Merchandise" />;
}
