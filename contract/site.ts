import { Type, type Static } from 'typebox';
import { EXCEPTIONS_MAX, HoursException, SEASON } from './locations.ts';
import { SITE_TEXT_MAX_LENGTH } from './setting-fields.ts';
import { Embeds } from './site-embeds.ts';
import { Navigation } from './site-navigation.ts';
import { Descriptions, Titles } from './site-pages.ts';
import { Pioneer } from './site-pioneer.ts';
import { SeedBrands } from './site-seed-brands.ts';
import {
  Closed,
  Defaulted,
  ImageRef,
  Origin,
  Service,
  SitePath,
  Switch,
  Text,
  WebAddress,
} from './site-values.ts';

/** Schema of the site file. The server prints the `description` of an invalid value after "It must be" and does not start. */

const Color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'a color such as #17492C',
});

const Colors = Type.Partial(
  Type.Object(
    { plate: Color, plateDeep: Color, accent: Color, gold: Color },
    { additionalProperties: false },
  ),
  { default: {}, description: 'the colors plate, plateDeep, accent, and gold' },
);

const Exchange = Closed(
  {
    name: Text('the name of the exchange'),
    address: WebAddress,
    mark: Type.Optional(SitePath),
  },
  'a name, a web address, and the path to a logo image, as name, address, and mark; without a mark, the name shows',
);

const part = (name: string) => Switch(`the website has ${name}`, true);

const Parts = Defaulted(
  {
    film: part('a video'),
    gallery: part('a gallery'),
    merchandise: part('a merchandise page'),
    weather: part('weather pages'),
    exchanges: part('links to exchanges'),
    fertilizer: part('fertilizer prices'),
    fuel: part('fuel prices'),
  },
  'the parts of the website: an object with film, gallery, merchandise, weather, exchanges, fertilizer, and fuel',
);

const FilmSource = Closed(
  {
    media: Type.Optional(Text('a media condition such as (prefers-color-scheme: dark)')),
    path: SitePath,
    type: Type.String({ pattern: '^video/', description: 'a media type such as video/mp4' }),
  },
  'a path and a media type',
);

const origins = () => Type.Array(Origin, { default: [], description: 'a list of origins' });

/** Version of the format of site files. It changes when an older release could not read a file. */
export const SITE_FORMAT = 1;

export type Site = Static<typeof Site>;
export const Site = Closed(
  {
    $schema: Type.Optional(
      Type.String({ description: 'the path to the JSON schema, so code editors can check this file' }),
    ),
    formatVersion: Type.Optional(
      Type.Literal(SITE_FORMAT, { description: 'the version of the format of this file: 1' }),
    ),
    name: Text('the name of the cooperative'),
    shortName: Type.String({
      pattern: '^[^\\n]{1,16}(\\n[^\\n]{1,16})?$',
      description: 'a short name for the top bar: 1 or 2 lines of up to 16 characters each',
    }),
    publicAddress: Type.String({
      format: 'address',
      maxLength: SITE_TEXT_MAX_LENGTH,
      pattern: '^https?://[^\\s/]+$',
      description: "the website's public address, such as https://coop.example.com, without a path",
    }),
    securityContact: Type.Optional(
      Type.String({
        pattern: '^(mailto:[^\\s@]+@[^\\s@]+|tel:\\+?[0-9().-]+|https://[^\\s/]+[^\\s]*)$',
        description:
          'where to report a security problem: a web address that starts with https://, mailto:security@coop.example.com, or tel:+1-660-555-0100',
      }),
    ),
    timeZone: Type.String({
      format: 'time-zone',
      description: 'an IANA time zone such as America/Chicago',
    }),
    language: Type.String({
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]+)*$',
      default: 'en-US',
      description: 'a language tag such as en-US',
    }),
    logo: SitePath,
    brand: Defaulted(
      {
        wideLogo: Type.Optional(ImageRef),
        darkLogo: Type.Optional(ImageRef),
        icon: Type.Optional(ImageRef),
        share: Type.Optional(ImageRef),
        home: Type.Optional(ImageRef),
      },
      'images from the editor for the top bar, icons, shared links, and the home page: an object with wideLogo, darkLogo, icon, share, and home',
    ),
    colors: Defaulted(
      { tint: Type.Optional(Color), light: Colors, dark: Colors },
      'the tint from which the colors follow, and colors to change, under light and dark',
    ),
    location: Defaulted(
      {
        lat: Type.Number({
          minimum: -90,
          maximum: 90,
          default: 39.9217,
          description: 'a latitude from -90 to 90',
        }),
        lon: Type.Number({
          minimum: -180,
          maximum: 180,
          default: -93.4744,
          description: 'a longitude from -180 to 180',
        }),
      },
      'a latitude and a longitude, as lat and lon',
    ),
    parts: Parts,
    navigation: Navigation,
    copyrightYear: Type.Union(
      [Type.Integer({ minimum: 1900, maximum: 9999 }), Type.Literal('current'), Type.Literal('')],
      { default: 2025, description: 'the year after ©, such as 2025, or "current" or "" for this year' },
    ),
    titles: Titles,
    descriptions: Descriptions,
    shareImage: Type.String({
      pattern: '^/(?!/)[^\\s\\\\]*$',
      default: '/brand/share.png',
      description:
        'the path to a 1200 × 630 pixel image, shown when someone shares a page and brand has no share image',
    }),
    links: Closed(
      {
        marketAlerts: Type.Optional(WebAddress),
        map: Type.String({
          pattern: '^https?://[^\\s]*\\{address\\}[^\\s]*$',
          default: 'https://www.openstreetmap.org/directions?to={address}',
          description: 'a map web address with {address} where the street address goes',
        }),
        dataTerms: Type.Optional(WebAddress),
        exchanges: Type.Array(Exchange, { description: 'a list of exchanges, which can be empty' }),
      },
      'links to other websites: an object with marketAlerts, map, dataTerms, and exchanges',
    ),
    embeds: Embeds,
    film: Closed(
      {
        poster: SitePath,
        sources: Type.Array(FilmSource, {
          minItems: 1,
          description: 'a list of 1 or more video files, best first',
        }),
      },
      'a poster image and a list of video files, as poster and sources',
    ),
    season: Type.String({ ...SEASON, default: '' }),
    specialDays: Type.Array(HoursException, {
      default: [],
      maxItems: EXCEPTIONS_MAX,
      description:
        'a list of days with other hours, each with date and hours, and with until and reason if you want',
    }),
    cashBids: Defaulted(
      {
        oldAfterHours: Type.Integer({
          minimum: 1,
          maximum: 8760,
          default: 24,
          description: 'the number of hours before a bid is marked old: a whole number from 1 to 8760',
        }),
      },
      'cash bid settings: an object with oldAfterHours',
    ),
    pastPrices: Defaulted(
      {
        public: Switch(
          'visitors can look up the prices of a past minute, which otherwise takes a sign-in',
          false,
        ),
      },
      'settings of past prices: an object with public',
    ),
    fertilizer: Defaulted(
      {
        nutrientPrices: Switch(
          'to show the price per pound of nutrient next to a price per ton, for products with a grade such as 46-0-0 in the name',
          false,
        ),
      },
      'fertilizer settings: an object with nutrientPrices',
    ),
    fuel: Defaulted(
      {
        priceNote: Type.String({
          maxLength: SITE_TEXT_MAX_LENGTH,
          default: 'Prices per gallon.',
          description: `the note next to the fuel heading, up to ${SITE_TEXT_MAX_LENGTH} characters, or empty for none`,
        }),
      },
      'fuel settings: an object with priceNote',
    ),
    services: Type.Array(Service, {
      default: [
        { name: 'Aerial Application', drawing: '/drawings/services/aerial-application.svg' },
        { name: 'Variable Rate Technology', drawing: '/drawings/services/variable-rate-technology.svg' },
        {
          name: 'Wholesale Chemical - Bulk & Packaged',
          drawing: '/drawings/services/wholesale-chemical.svg',
        },
        { name: 'Field Mapping', drawing: '/drawings/services/field-mapping.svg' },
        { name: 'GPS Guided Custom Application', drawing: '/drawings/services/gps-guided-application.svg' },
        { name: 'Grid Soil Sampling', drawing: '/drawings/services/grid-soil-sampling.svg' },
        { name: 'Soil Testing', drawing: '/drawings/services/soil-testing.svg' },
        { name: 'Spreader Cart Rental', drawing: '/drawings/services/spreader-cart-rental.svg' },
        { name: 'Green Star Guidance Exact Apply', drawing: '/drawings/services/green-star-guidance.svg' },
      ],
      description: 'a list of services',
    }),
    offers: Type.Array(
      Closed({ name: Text('the name of an offer'), terms: Text('how to get the offer') }, 'a name and terms'),
      {
        default: [
          { name: 'Refined Fuel Delivery', terms: 'Call to Order or Deliver' },
          { name: 'Packaged Oil & Grease', terms: 'Available Upon Request' },
        ],
        description: 'a list of offers',
      },
    ),
    pioneer: Pioneer,
    seedBrands: SeedBrands,
    requireSecondFactor: Switch('everyone needs a passkey or an authenticator app to sign in', false),
    setup: Type.Enum(['automatic', 'open', 'closed'], {
      default: 'automatic',
      description: 'automatic, open, or closed: whether the editor shows the setup, which closed does not',
    }),
    contentSecurityPolicy: Defaulted(
      { frames: origins(), images: origins(), media: origins() },
      'more web origins to allow, under frames, images, and media',
    ),
  },
  'an object of settings',
);
