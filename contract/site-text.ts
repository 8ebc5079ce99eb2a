import { Type, type Static, type TString } from 'typebox';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

/**
 * Editable texts in the order of their ids. `type` is the name in the editor's API, `richText` marks HTML,
 * and `maxLength` counts UTF-16 code units, as `<input maxlength>` does.
 */
export const SITE_TEXTS = [
  { id: 0, type: 'WelcomeMessage', subject: 'welcome-message', richText: false, maxLength: 1000 },
  { id: 1, type: 'MissionStatement', subject: 'mission-statement', richText: true },
  { id: 2, type: 'AboutUsMessage', subject: 'about-us-message', richText: true },
  { id: 3, type: 'ContactUsAddress', subject: 'contact-us-address', richText: false, maxLength: 300 },
  {
    id: 4,
    type: 'ContactUsPhoneNumber',
    subject: 'contact-us-phone-number',
    richText: false,
    maxLength: 100,
  },
  { id: 5, type: 'ContactUsFax', subject: 'contact-us-fax', richText: false, maxLength: 100 },
  {
    id: 6,
    type: 'ContactUsEmergencyNumber',
    subject: 'contact-us-emergency-number',
    richText: false,
    maxLength: 100,
  },
  {
    id: 7,
    type: 'ContactUsEmergencyInfo',
    subject: 'contact-us-emergency-info',
    richText: false,
    maxLength: 1000,
  },
  { id: 8, type: 'ContactUsNormMonFri', subject: 'contact-us-norm-mon-fri', richText: false, maxLength: 100 },
  { id: 9, type: 'ContactUsNormSatSun', subject: 'contact-us-norm-sat-sun', richText: false, maxLength: 100 },
  {
    id: 10,
    type: 'ContactUsHarvestMonFri',
    subject: 'contact-us-harvest-mon-fri',
    richText: false,
    maxLength: 100,
  },
  {
    id: 11,
    type: 'ContactUsHarvestSatSun',
    subject: 'contact-us-harvest-sat-sun',
    richText: false,
    maxLength: 100,
  },
  { id: 12, type: 'ProductSeedMessage', subject: 'product-seed-message', richText: true },
  { id: 13, type: 'ProductFertMessage', subject: 'product-fert-message', richText: true },
  { id: 14, type: 'ProductChemMessage', subject: 'product-chem-message', richText: true },
  { id: 15, type: 'ProductFuelMessage', subject: 'product-fuel-message', richText: true },
  { id: 16, type: 'AnnouncementMessage', subject: 'announcement-message', richText: true },
] as const satisfies readonly {
  id: number;
  type: string;
  subject: string;
  richText: boolean;
  maxLength?: number;
}[];

export type SiteTextType = (typeof SITE_TEXTS)[number]['type'];

/** What people call the texts. */
export const SITE_TEXT_LABELS: Readonly<Record<SiteTextType, string>> = {
  WelcomeMessage: 'Welcome message',
  MissionStatement: 'Mission statement',
  AboutUsMessage: 'About-us message',
  ContactUsAddress: 'Address',
  ContactUsPhoneNumber: 'Phone number',
  ContactUsFax: 'Fax number',
  ContactUsEmergencyNumber: 'Emergency number',
  ContactUsEmergencyInfo: 'Emergency info',
  ContactUsNormMonFri: 'Normal Mon-Fri',
  ContactUsNormSatSun: 'Normal Sat & Sun',
  ContactUsHarvestMonFri: 'Harvest Mon-Fri',
  ContactUsHarvestSatSun: 'Harvest Sat & Sun',
  ProductSeedMessage: 'Seed message',
  ProductFertMessage: 'Fertilizer message',
  ProductChemMessage: 'Chemical message',
  ProductFuelMessage: 'Fuel message',
  AnnouncementMessage: 'Announcement message',
};

export const SITE_TEXT_ID = Object.fromEntries(SITE_TEXTS.map(({ type, id }) => [type, id])) as Record<
  SiteTextType,
  number
>;

/** Texts that the home page requests: message, hours and announcement. Every page already has the phone number. */
export const HOME_TEXT_IDS: readonly number[] = [0, 8, 9, 10, 11, 16];

/** Opening hours, which show when they were last changed. */
export const HOURS_TEXT_IDS: readonly number[] = [8, 9, 10, 11];

/** Texts of the footer: address, phone number and hours. */
export const FOOTER_TEXT_IDS: readonly number[] = [3, 4, 8, 9, 10, 11];

export const ABOUT_US_TEXT_IDS: readonly number[] = [2, 1];
export const CONTACT_US_TEXT_IDS: readonly number[] = [3, 4, 5, 6, 7, 8, 9, 10, 11];
export const PRODUCT_TEXT_IDS: readonly number[] = [12, 13, 14, 15];

/** Limit for one request, well above the number of texts (17). */
const SITE_TEXT_IDS_PER_REQUEST = 100;

export const SiteTextIds = Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), {
  maxItems: SITE_TEXT_IDS_PER_REQUEST,
  description: 'Text IDs. Unknown IDs are left out of the response.',
});

const SITE_TEXT_IDS_PATTERN = '^\\d{1,9}(,\\d{1,9}){0,99}$';

export const SiteTextIdsQuery = Type.Object({
  ids: Type.String({
    pattern: SITE_TEXT_IDS_PATTERN,
    description: `text IDs separated by commas, at most ${SITE_TEXT_IDS_PER_REQUEST}`,
  }),
});

export type SiteTextEntry = Static<typeof SiteTextEntry>;
export const SiteTextEntry = Type.Object({
  configId: Type.Integer({ description: "The text's ID." }),
  content: Type.String({ description: 'Plain text, or cleaned HTML for rich text.' }),
  changedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The time of the last change. Only opening hours have it.',
    }),
  ),
});

export const SiteTextEntries = Type.Array(SiteTextEntry);

const TYPES = SITE_TEXTS.map(({ type }) => type);

const TextsByType = () =>
  Type.Object(
    Object.fromEntries(TYPES.map((type) => [type, Type.String()])) as Record<SiteTextType, TString>,
  );

/** All texts by name. A text that was never set is ''. */
export type AllSiteTexts = Static<typeof AllSiteTexts>;
export const AllSiteTexts = TextsByType();

/** Text to save. The text's own `maxLength` is checked later. */
export type SiteTextSave = Static<typeof SiteTextSave>;
export const SiteTextSave = Type.Object({
  configType: Type.Enum(TYPES),
  message: Type.String({
    pattern: NO_NUL,
    description: 'HTML for rich text, plain text for everything else',
  }),
});

export type SavedSiteText = Static<typeof SavedSiteText>;
export const SavedSiteText = Saved(Type.String({ description: 'The saved text. Rich text is cleaned.' }));
