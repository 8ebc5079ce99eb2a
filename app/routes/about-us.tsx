import { Page } from '#app/ui/page.tsx';
import { Plate } from '#app/ui/plate.tsx';

export function AboutUsPage() {
  return (
    <Page heading="About Us">
      <Plate heading="Our Crew">{null}</Plate>
      <Plate heading="Mission Statement">{null}</Plate>
    </Page>
  );
}
