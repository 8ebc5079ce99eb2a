import { Page } from '#app/ui/page.tsx';
import { Plate } from '#app/ui/plate.tsx';

export function ProductsPage() {
  return (
    <Page heading="Products">
      <Plate heading="Custom Products and Services" id="servicesHeader">
        {null}
      </Plate>
      <Plate heading="Fertilizer" id="fertHeader">
        {null}
      </Plate>
      <Plate heading="Farm - Delivered Fuel Prices" id="fuelHeader">
        {null}
      </Plate>
      <Plate heading="Services / Offers" id="offersHeader">
        {null}
      </Plate>
    </Page>
  );
}
