import type { SiteSetting } from '#contract/site-settings.ts';

export const SECTION = 'website-settings';
export const SEED_SECTION = 'seed-brands';

export const sectionOf = (name: SiteSetting) =>
  name === 'pioneer' || name === 'seedBrands' ? SEED_SECTION : SECTION;
