import { SETUP_STEPS, type SetupStep } from '#contract/demo-content.ts';

type Step = {
  title: string;
  hint: string;
  /** Names of the fields of the editor that it shows, and of the content that is loaded for them. */
  parts: readonly string[];
};

const STEPS: Readonly<Record<SetupStep, Step>> = {
  'name-and-phone': {
    title: 'Name and phone',
    hint: 'Skip any step you like. You can change everything later in the sections below.',
    parts: ['website settings', 'website text', 'setting-name', 'setting-shortName', 'ContactUsPhoneNumber'],
  },
  place: {
    title: 'Address, map, and time zone',
    hint: 'Farmers see your address and your local weather.',
    parts: ['website text', 'website settings', 'ContactUsAddress', 'setting-location', 'setting-timeZone'],
  },
  hours: {
    title: 'Hours',
    hint: 'Type hours like this: 7:30\u00A0am – 5:00\u00A0pm.',
    parts: [
      'website text',
      'ContactUsNormMonFri',
      'ContactUsNormSatSun',
      'ContactUsHarvestMonFri',
      'ContactUsHarvestSatSun',
    ],
  },
  look: {
    title: 'Look and pages',
    hint: 'The preview shows your colors before you save them. Switch off what your cooperative does not have.',
    parts: ['website settings', 'setting-brand', 'setting-colors', 'setting-parts'],
  },
  commodities: {
    title: 'What you buy',
    hint: 'List your commodities here. Then type your bids under Cash Bids below.',
    parts: ['cash bids', 'cash-bids-commodities'],
  },
  'seed-brands': {
    title: 'Seed brands',
    hint: 'Keep the Pioneer page, rename it, or clear its box to show none. If you sell other brands, add them.',
    parts: ['seed brands', 'setting-pioneer', 'setting-seedBrands'],
  },
  links: {
    title: 'Links',
    hint: 'Links to other websites, such as where farmers sign up for market alerts.',
    parts: ['website settings', 'setting-links'],
  },
  'demo-content': {
    title: 'Sample content or a clean start',
    hint: '',
    parts: ['demo-content'],
  },
};

export const SETUP: readonly (Step & { id: SetupStep })[] = SETUP_STEPS.map((id) => ({ id, ...STEPS[id] }));

export const SETUP_PARTS: ReadonlySet<string> = new Set(SETUP.flatMap(({ parts }) => parts));
