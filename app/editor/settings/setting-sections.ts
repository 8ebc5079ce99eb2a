import type { SiteSetting } from '#contract/site-settings.ts';

export const SECTION = 'website-settings';
export const SEED_SECTION = 'seed-brands';

export const HOURS_SECTION = 'special-days';

/** Settings outside of the website settings. */
const SECTION_OF: Partial<Record<SiteSetting, string>> = {
  pioneer: SEED_SECTION,
  seedBrands: SEED_SECTION,
  season: HOURS_SECTION,
  specialDays: HOURS_SECTION,
};

export const sectionOf = (name: SiteSetting) => SECTION_OF[name] ?? SECTION;
