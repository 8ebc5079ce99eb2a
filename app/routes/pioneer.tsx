import { Page } from '#app/ui/page.tsx';

export function PioneerPage() {
  return <Page heading="Industry-leading Products to meet local needs" />;
}
