import { Type, type Static } from 'typebox';
import type { WidgetPage } from './paths.ts';

/**
 * The site file: everything that makes this software one cooperative's site. Each description says what a value has
 * to be, and is what a start that is refused prints as "wanted".
 */

const WebAddress = Type.String({
  format: 'address',
  pattern: '^https?://[^\\s]+$',
  description: 'a web address that begins with https://',
});

const SitePath = Type.String({
  pattern: '^/(?!/)[^\\s\\\\]*$',
  description: 'a path of this site that begins with one /',
});

/** Its origin goes into the pages' security policy, where `;` and `,` would end a directive and begin another. */
const HOST = `[^\\s/?#\\\\@;,'"{}\\[\\]]+`;

const AddressOrPath = Type.String({
  format: 'address',
  pattern: `^(https?://${HOST}([/?#][^\\s]*)?|/(?!/)[^\\s\\\\]*)$`,
  description: 'a web address that begins with https://, or a path of this site that begins with one /',
});

const EmbedTemplate = Type.String({
  format: 'address',
  pattern: `^(https?://${HOST}[/?#]|/(?!/))(?=[^\\s]*\\{lat\\})(?=[^\\s]*\\{lon\\})[^\\s]+$`,
  description: 'a web address with {lat} and {lon} where the coordinates go',
});

const Origin = Type.String({
  format: 'address',
  pattern: '^https?://[A-Za-z0-9.*-]+(:\\d+)?$',
  description: 'an origin such as https://widgets.example.com, without a path',
});

const Text = (description: string) => Type.String({ minLength: 1, maxLength: 300, description });

const Colour = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'a colour such as #17492C',
});

const Colours = Type.Partial(
  Type.Object(
    { plate: Colour, plateDeep: Colour, accent: Colour, gold: Colour },
    { additionalProperties: false },
  ),
  { default: {}, description: 'an object of the colours plate, plateDeep, accent and gold' },
);

const NavigationLink = Type.Object(
  { label: Text('the words of the link'), to: SitePath },
  { additionalProperties: false },
);

const NavigationEntry = Type.Object(
  {
    label: Text('the words of the entry'),
    to: Type.Optional(SitePath),
    links: Type.Optional(Type.Array(NavigationLink, { minItems: 1, description: 'a list of links' })),
  },
  { additionalProperties: false, description: 'an entry with a label and a path, a list of links, or both' },
);

const Exchange = Type.Object(
  {
    name: Text('the name of the exchange'),
    address: WebAddress,
    mark: SitePath,
  },
  { additionalProperties: false, description: 'a name, an address and the path of a mark' },
);

const FilmSource = Type.Object(
  {
    media: Type.Optional(Text('a media condition such as (prefers-color-scheme: dark)')),
    path: SitePath,
    type: Type.String({ pattern: '^video/', description: 'a media type such as video/mp4' }),
  },
  { additionalProperties: false, description: 'a path and a media type' },
);

const VendorOrigins = Type.Array(Origin, { description: 'a list of origins' });

/** A vendor's script with the element that it fills, of the class `barchart`. */
export type VendorScript = Static<typeof VendorScript>;
const VendorScript = Type.Object(
  {
    script: AddressOrPath,
    attributes: Type.Optional(
      Type.Record(Type.String({ pattern: '^(id|data-[a-z0-9-]+)$' }), Type.String({ maxLength: 300 }), {
        description: 'an object of id and data-… attributes for the element that the script fills',
      }),
    ),
    hasDisclaimer: Type.Optional(
      Type.Boolean({ description: 'true where the script fills an element #widget-disclaimer, or false' }),
    ),
    origins: Type.Optional(VendorOrigins),
  },
  {
    additionalProperties: false,
    description: 'an object of script, attributes, hasDisclaimer and the origins that the script loads from',
  },
);

/** What a page shows of a vendor: a frame by its address, or a script. */
export type VendorWidget = string | VendorScript;

const widgetEmbed = (
  description = "the address of a frame for this page, an object of a vendor's script, or null for an empty page",
) => Type.Union([AddressOrPath, VendorScript, Type.Null()], { default: null, description });

const Embeds = Type.Object(
  {
    weatherMap: EmbedTemplate,
    weatherForecast: EmbedTemplate,
    video: AddressOrPath,
    cashBids: widgetEmbed(
      "the address of a frame for the page of cash bids, an object of a vendor's script, or null for our own board",
    ),
    pages: Type.Object(
      {
        '/future-market-overview': widgetEmbed(),
        '/future-detail': widgetEmbed(),
        '/market-snapshot': widgetEmbed(),
        '/news': widgetEmbed(),
        '/weather-overview': widgetEmbed(),
        '/weather-detail': widgetEmbed(),
      } satisfies Record<WidgetPage, unknown>,
      {
        default: {},
        additionalProperties: false,
        description: 'an object of the six market and weather pages',
      },
    ),
  },
  { additionalProperties: false, description: 'an object of the embedded pages' },
);

const pageTitle = (title: string) =>
  Type.String({ minLength: 1, maxLength: 300, default: title, description: 'the title of a page' });

const Titles = Type.Object(
  {
    '/': pageTitle('Cash bids, hours and prices'),
    '/about-us': pageTitle('About Us'),
    '/contact-us': pageTitle('Contact Us'),
    '/products': pageTitle('Products'),
    '/pioneer': pageTitle('Pioneer Seed'),
    '/store': pageTitle('Merchandise'),
    '/gallery': pageTitle('Gallery'),
    '/weather': pageTitle('Weather'),
    '/admin': pageTitle('Sign in'),
    '/admin/dashboard': pageTitle('Editor'),
    '/future-market-overview': pageTitle('Future Market Overview'),
    '/future-detail': pageTitle('Future Details'),
    '/market-snapshot': pageTitle('Market Snapshot'),
    '/news': pageTitle('Market News'),
    '/weather-overview': pageTitle('Weather Overview'),
    '/weather-detail': pageTitle('Weather Details'),
    '/error': pageTitle('Error'),
    '/cash-bids.html': pageTitle('Local Cash Bids'),
    '/board': pageTitle('Cash Bid Board'),
    '/price-sheet': pageTitle('Price Sheet'),
  },
  {
    default: {},
    additionalProperties: false,
    description: 'an object of page titles, each under the path of its page',
  },
);

const Service = Type.Object(
  { name: Text('the name of a service'), drawing: SitePath },
  { additionalProperties: false, description: 'a name and the path of a drawing' },
);

const PioneerCategory = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9-]{1,40}$',
      description: 'a word for the address of the category, in small letters, such as corn-product',
    }),
    category: Type.Integer({
      minimum: 0,
      maximum: 7,
      description:
        '0 for corn, 1 soybeans, 2 silage, 3 wheat, 4 sorghum, 5 sunflower, 6 inoculants, 7 alfalfa',
    }),
    categoryName: Text('the name of a crop'),
    longDescription: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'what stands under the name until the editor sets something else',
    }),
    imageUrl: SitePath,
  },
  {
    additionalProperties: false,
    description: 'an id, a category, a categoryName, a longDescription and an imageUrl',
  },
);

/** The seed brand's page. */
const Pioneer = Type.Object(
  {
    categories: Type.Array(PioneerCategory, {
      default: [
        {
          id: 'corn-product',
          category: 0,
          categoryName: 'Corn',
          longDescription: 'Hybrids for the maturities, the soils and the planting dates of this area.',
          imageUrl: '/drawings/crops/corn.svg',
        },
        {
          id: 'soybean-product',
          category: 1,
          categoryName: 'Soybeans',
          longDescription: 'Varieties by maturity group and by herbicide tolerance.',
          imageUrl: '/drawings/crops/soybeans.svg',
        },
        {
          id: 'wheat-product',
          category: 3,
          categoryName: 'Wheat',
          longDescription: 'Winter wheat for grain and for double cropping behind it.',
          imageUrl: '/drawings/crops/wheat.svg',
        },
        {
          id: 'alfalfa-product',
          category: 7,
          categoryName: 'Alfalfa',
          longDescription: 'Varieties for hay and haylage that come through the winter.',
          imageUrl: '/drawings/crops/alfalfa.svg',
        },
        {
          id: 'sorghum-product',
          category: 4,
          categoryName: 'Sorghum',
          longDescription: 'Grain and forage sorghum for ground that runs short of rain.',
          imageUrl: '/drawings/crops/sorghum.svg',
        },
        {
          id: 'sunflower-product',
          category: 5,
          categoryName: 'Sunflower',
          longDescription: 'Oil and confection hybrids.',
          imageUrl: '/drawings/crops/sunflower.svg',
        },
        {
          id: 'cornsilage-product',
          category: 2,
          categoryName: 'Corn Silage',
          longDescription: 'Hybrids chosen for tonnage and for feed value.',
          imageUrl: '/drawings/crops/silage.svg',
        },
        {
          id: 'innoculant-product',
          category: 6,
          categoryName: 'Inoculants',
          longDescription: 'Bacteria for the roots of soybeans, and for sound silage and hay.',
          imageUrl: '/drawings/crops/inoculant.svg',
        },
      ],
      description: 'a list of categories, in the order of the page',
    }),
    services: Type.Array(Service, {
      default: [
        { name: 'Field Mapping', drawing: '/drawings/pioneer/field-mapping.svg' },
        { name: 'LumiGen Seed Treatment', drawing: '/drawings/pioneer/seed-treatment.svg' },
        { name: 'Seed Delivery', drawing: '/drawings/pioneer/seed-delivery.svg' },
        { name: 'Crop Scouting', drawing: '/drawings/pioneer/crop-scouting.svg' },
      ],
      description: 'a list of services',
    }),
  },
  { default: {}, additionalProperties: false, description: 'an object of categories and services' },
);

const pageDescription = (text: string) =>
  Type.String({
    minLength: 1,
    maxLength: 300,
    default: text,
    description: 'what a search engine says of a page; {name} stands for the name of the cooperative',
  });

/** Of the pages that are meant to be found. */
const Descriptions = Type.Object(
  {
    '/': pageDescription(
      "Today's cash bids, hours of operation, local weather and news of {name}, readable on any phone.",
    ),
    '/about-us': pageDescription('Who works at {name}, how to reach them, and what we stand for.'),
    '/contact-us': pageDescription(
      'Telephone, emergency number, address and hours of operation of {name}, in season and in harvest.',
    ),
    '/products': pageDescription(
      'Fertilizer prices for P, N and K, farm-delivered fuel prices and custom services of {name}.',
    ),
    '/pioneer': pageDescription(
      'Corn, soybean, wheat, alfalfa, sorghum and sunflower seed from {name}, with treatment and delivery.',
    ),
    '/store': pageDescription('Merchandise of {name}.'),
    '/gallery': pageDescription('A year at {name} in pictures.'),
    '/weather': pageDescription('Where the market and weather data on the site of {name} come from.'),
    '/future-market-overview': pageDescription('Futures markets at a glance, from {name}.'),
    '/future-detail': pageDescription('Futures in detail, from {name}.'),
    '/market-snapshot': pageDescription('A snapshot of the markets, from {name}.'),
    '/news': pageDescription('Market news, from {name}.'),
    '/weather-overview': pageDescription('The weather at a glance, from {name}.'),
    '/weather-detail': pageDescription('The weather in detail, from {name}.'),
  },
  {
    default: {},
    additionalProperties: false,
    description: 'an object of page descriptions, each under the path of its page',
  },
);

const origins = () => Type.Array(Origin, { default: [], description: 'a list of origins' });

export type Site = Static<typeof Site>;
export const Site = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'the path of the schema, for editors of this file' })),
    name: Text('the name of the cooperative'),
    shortName: Type.String({
      pattern: '^[^\\n]{1,16}(\\n[^\\n]{1,16})?$',
      description: 'a name for the bar on a phone: one or two lines of at most 16 characters',
    }),
    publicAddress: Type.String({
      pattern: '^https?://[^\\s/]+$',
      description: 'the public address of the site, such as https://coop.example.com, without a path',
    }),
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
    colours: Type.Object(
      { light: Colours, dark: Colours },
      {
        default: {},
        additionalProperties: false,
        description: 'an object of the colours that differ from ours, light and dark',
      },
    ),
    location: Type.Object(
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
      { default: {}, additionalProperties: false, description: 'an object of lat and lon' },
    ),
    navigation: Type.Array(NavigationEntry, {
      default: [
        { label: 'Home', to: '/' },
        { label: 'About Us', to: '/about-us' },
        { label: 'Contact Us', to: '/contact-us' },
        { label: 'Pioneer', to: '/pioneer' },
        {
          label: 'Products',
          to: '/products',
          links: [
            { label: 'Services', to: '/products/#servicesHeader' },
            { label: 'Fertilizer', to: '/products/#fertHeader' },
            { label: 'Fuel', to: '/products/#fuelHeader' },
            { label: 'Offers', to: '/products/#offersHeader' },
          ],
        },
        {
          label: 'Market',
          links: [
            { label: 'Future Market Overview', to: '/future-market-overview' },
            { label: 'Future Details', to: '/future-detail' },
            { label: 'Market Snapshot', to: '/market-snapshot' },
            { label: 'Market News', to: '/news' },
          ],
        },
        {
          label: 'Weather',
          links: [
            { label: 'Weather Overview', to: '/weather-overview' },
            { label: 'Weather Details', to: '/weather-detail' },
          ],
        },
        { label: 'More', links: [{ label: 'Gallery', to: '/gallery' }] },
      ],
      description: 'a list of navigation entries',
    }),
    titles: Titles,
    descriptions: Descriptions,
    shareImage: Type.String({
      pattern: '^/(?!/)[^\\s\\\\]*$',
      default: '/brand/share.png',
      description: 'the path of a picture of 1200 by 630 pixels, shown where somebody shares a page',
    }),
    links: Type.Object(
      {
        marketAlerts: WebAddress,
        map: Type.String({
          pattern: '^https?://[^\\s]*\\{address\\}[^\\s]*$',
          default: 'https://www.openstreetmap.org/search?query={address}',
          description: 'a web address of a map with {address} where the postal address goes',
        }),
        dataTerms: WebAddress,
        exchanges: Type.Tuple([Exchange, Exchange], { description: 'a list of two exchanges' }),
      },
      { additionalProperties: false, description: 'an object of outside links' },
    ),
    embeds: Embeds,
    film: Type.Object(
      {
        poster: SitePath,
        sources: Type.Array(FilmSource, { minItems: 1, description: 'a list of film files, the best first' }),
      },
      { additionalProperties: false, description: 'an object of poster and sources' },
    ),
    cashBids: Type.Object(
      {
        oldAfterHours: Type.Integer({
          minimum: 1,
          maximum: 8760,
          default: 24,
          description: 'after how many hours a price is told to be old: a whole number from 1 to 8760',
        }),
      },
      { default: {}, additionalProperties: false, description: 'an object of settings of the cash bids' },
    ),
    fertilizer: Type.Object(
      {
        nutrientPrices: Type.Boolean({
          default: false,
          description:
            'true to show what a pound of nutrient costs beside a price per ton, where the name of a product has a grade such as 46-0-0',
        }),
      },
      { default: {}, additionalProperties: false, description: 'an object of settings of the fertilizer' },
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
      Type.Object(
        { name: Text('the name of an offer'), terms: Text('how to get the offer') },
        { additionalProperties: false, description: 'a name and terms' },
      ),
      {
        default: [
          { name: 'Refined Fuel Delivery', terms: 'Call to Order or Deliver' },
          { name: 'Packaged Oil & Grease', terms: 'Available Upon Request' },
        ],
        description: 'a list of offers',
      },
    ),
    pioneer: Pioneer,
    contentSecurityPolicy: Type.Object(
      { frames: origins(), images: origins(), media: origins() },
      {
        default: {},
        additionalProperties: false,
        description: 'an object of further origins: frames, images and media',
      },
    ),
  },
  { additionalProperties: false, description: 'an object of settings' },
);
