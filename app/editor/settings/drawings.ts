import type { SiteSettings } from '#contract/site-settings.ts';

const CROPS = 'corn soybeans wheat alfalfa sorghum sunflower silage inoculant'.split(' ');
const SEED_SERVICES = 'field-mapping seed-treatment seed-delivery crop-scouting'.split(' ');

/** Drawings to choose from: those of the project, and others that the settings name. */
export type Drawings = { crops: readonly string[]; services: readonly string[] };

export function drawingsOf({ services, pioneer, seedBrands }: SiteSettings): Drawings {
  const brands = [pioneer.value, ...seedBrands.value];
  const named = [...services.value, ...brands.flatMap((brand) => brand.services)];
  const crops = brands.flatMap((brand) => brand.categories.map(({ imageUrl }) => imageUrl));
  return {
    crops: unique([...CROPS.map((name) => `/drawings/crops/${name}.svg`), ...crops]),
    services: unique([
      ...named.map(({ drawing }) => drawing),
      ...SEED_SERVICES.map((name) => `/drawings/pioneer/${name}.svg`),
    ]),
  };
}

const unique = (paths: readonly string[]) => [...new Set(paths)];

/** Names a drawing by its file, such as “soil testing.” */
export const drawingName = (path: string) =>
  path
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll('-', ' ');
