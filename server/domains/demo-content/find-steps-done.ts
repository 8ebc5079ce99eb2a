import { isDeepStrictEqual } from 'node:util';
import demoSettings from '#content/demo/site-settings.json' with { type: 'json' };
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import { SETUP_STEPS, type SetupStep } from '#contract/demo-content.ts';
import type { Site } from '#contract/site.ts';
import { SITE_TEXTS, type SiteTextType } from '#contract/site-text.ts';
import { CASH_BIDS_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import { PIONEER_HEADING, PIONEER_NAME } from '#contract/seed-brands.ts';
import type { Content } from '../domains.ts';

type Known = Pick<Content, 'siteTexts' | 'bidList'> & {
  isDemo: boolean;
  site: Site;
  /** Subjects whose newest change is demo content. */
  unedited: ReadonlySet<string>;
};

/** Returns the steps of the setup whose values are no longer the demo's or the default. */
export function findStepsDone({ siteTexts, bidList, isDemo, site, unedited }: Known): SetupStep[] {
  const hasText = (...types: readonly SiteTextType[]) =>
    SITE_TEXTS.filter(({ type }) => types.some((each) => each === type)).every(
      ({ id, subject }) => !unedited.has(subject) && (siteTexts.get(id) ?? '').trim() !== '',
    );
  const hasSetting = (...names: readonly (keyof typeof demoSettings)[]) =>
    names.every((name) => !isDeepStrictEqual(site[name], demoSettings[name]));
  const hasBids = bidList.bids.length > 0 && !unedited.has(CASH_BIDS_SUBJECT);
  const done: Readonly<Record<SetupStep, boolean>> = {
    'web-address': hasSetting('publicAddress'),
    'name-and-phone': hasSetting('name', 'shortName') && hasText('ContactUsPhoneNumber'),
    // The time zone of the demo content is that of many cooperatives.
    place: hasSetting('location') && hasText('ContactUsAddress'),
    hours: hasText(
      'ContactUsNormMonFri',
      'ContactUsNormSatSun',
      'ContactUsHarvestMonFri',
      'ContactUsHarvestSatSun',
    ),
    look: hasSetting('colors') || Object.keys(site.brand).length > 0,
    commodities: hasBids || !isDeepStrictEqual(bidList.commodities, FIRST_COMMODITIES),
    'seed-brands': hasOwnBrand(site),
    links: hasSetting('links'),
    'demo-content': !isDemo,
  };
  return SETUP_STEPS.filter((step) => done[step]);
}

const hasOwnBrand = ({ pioneer: { shown, name, heading }, seedBrands }: Site): boolean =>
  !shown || name !== PIONEER_NAME || heading !== PIONEER_HEADING || seedBrands.length > 0;
