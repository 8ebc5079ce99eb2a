import { Type, type Static, type TString } from 'typebox';
import { Moment } from './schemas.ts';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

/**
 * Editable texts in the order of their ids. `type` is the name in the editor's API, and `label` what people call the text.
 * `maxLength` counts UTF-16 code units, as `<input maxlength>` does. Texts without it are HTML.
 */
const TEXTS = [
  { id: 0, type: 'WelcomeMessage', label: 'Welcome message', maxLength: 1000 },
  { id: 1, type: 'MissionStatement', label: 'Mission statement' },
  { id: 2, type: 'AboutUsMessage', label: 'About-us message' },
  { id: 3, type: 'ContactUsAddress', label: 'Address', maxLength: 300 },
  { id: 4, type: 'ContactUsPhoneNumber', label: 'Phone number', maxLength: 100 },
  { id: 5, type: 'ContactUsFax', label: 'Fax number', maxLength: 100 },
  { id: 6, type: 'ContactUsEmergencyNumber', label: 'Emergency number', maxLength: 100 },
  { id: 7, type: 'ContactUsEmergencyInfo', label: 'Emergency info', maxLength: 1000 },
  { id: 8, type: 'ContactUsNormMonFri', label: 'Normal Mon-Fri', maxLength: 100 },
  { id: 9, type: 'ContactUsNormSatSun', label: 'Normal Sat & Sun', maxLength: 100 },
  { id: 10, type: 'ContactUsHarvestMonFri', label: 'Harvest Mon-Fri', maxLength: 100 },
  { id: 11, type: 'ContactUsHarvestSatSun', label: 'Harvest Sat & Sun', maxLength: 100 },
  { id: 12, type: 'ProductSeedMessage', label: 'Seed message' },
  { id: 13, type: 'ProductFertMessage', label: 'Fertilizer message' },
  { id: 14, type: 'ProductChemMessage', label: 'Chemical message' },
  { id: 15, type: 'ProductFuelMessage', label: 'Fuel message' },
  { id: 16, type: 'AnnouncementMessage', label: 'Announcement message' },
] as const satisfies readonly { id: number; type: string; label: string; maxLength?: number }[];

export type SiteTextType = (typeof TEXTS)[number]['type'];

type SiteText = {
  id: number;
  type: SiteTextType;
  label: string;
  maxLength?: number;
  /** Subject of its changes in the log. */
  subject: string;
  richText: boolean;
};

export const SITE_TEXTS: readonly SiteText[] = TEXTS.map((text) => ({
  ...text,
  subject: text.type.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase(),
  richText: !('maxLength' in text),
}));

export const SITE_TEXT_ID = Object.fromEntries(SITE_TEXTS.map(({ type, id }) => [type, id])) as Record<
  SiteTextType,
  number
>;

/** Texts that the home page requests: message, hours and announcement. Every page already has the phone number. */
export const HOME_TEXT_IDS: readonly number[] = [0, 8, 9, 10, 11, 16];

/** Opening hours, which show when they were last changed. */
export const HOURS_TEXT_IDS: readonly number[] = [8, 9, 10, 11];

/** Texts that every page has: address, phone number, emergency number, and hours. */
export const SHELL_TEXT_IDS: readonly number[] = [3, 4, 6, 8, 9, 10, 11];

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
  changedAt: Type.Optional(Moment('The time of the last change. Only opening hours have it.')),
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
