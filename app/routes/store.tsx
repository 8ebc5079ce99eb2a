import { Page } from '#app/ui/page.tsx';

export default function StorePage() {
  return <Page heading="Merchandise" />;
}
