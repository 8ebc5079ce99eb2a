import { Page } from '#app/ui/page.tsx';
import { Plate } from '#app/ui/plate.tsx';

export function ContactUsPage() {
  return (
    <Page heading="Contact Us">
      <Plate heading="Hours Of Operation">{null}</Plate>
    </Page>
  );
}
