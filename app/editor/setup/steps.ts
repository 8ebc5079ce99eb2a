import type { SetupStep } from '#contract/demo-content.ts';

/** A field that a step leads to. `text` never has the words of a label, because those stand once on the page. */
type Field = { text: string; section: string; field?: string };

export const STEPS: Readonly<Record<SetupStep, readonly Field[]>> = {
  'web-address': [
    {
      text: 'Enter your website (yourcoop.com)',
      section: 'website-settings',
      field: 'setting-publicAddress',
    },
  ],
  'name-and-phone': [
    { text: "Enter your cooperative's name", section: 'website-settings', field: 'setting-name' },
    { text: 'Enter your phone', section: 'contact-us-information', field: 'ContactUsPhoneNumber' },
  ],
  place: [
    { text: 'Enter where you are', section: 'contact-us-information', field: 'ContactUsAddress' },
    { text: 'Choose your local weather', section: 'website-settings', field: 'setting-location' },
  ],
  hours: [{ text: 'Enter your hours', section: 'operating-hours', field: 'ContactUsNormMonFri' }],
  look: [
    { text: 'Choose your logo and colors', section: 'website-settings', field: 'setting-brand' },
    { text: "Switch off what you don't have", section: 'website-settings', field: 'setting-parts' },
  ],
  commodities: [{ text: 'List what you buy', section: 'cash-bids', field: 'cash-bids-commodities' }],
  'seed-brands': [{ text: 'Choose the seed you sell', section: 'seed-brands', field: 'setting-pioneer' }],
  links: [{ text: 'Link to other websites', section: 'website-settings', field: 'setting-links' }],
  'demo-content': [{ text: 'Clear the demo content', section: 'demo-content' }],
};
