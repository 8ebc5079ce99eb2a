import { Type } from 'typebox';

const pageTitle = (title: string) =>
  Type.String({ minLength: 1, maxLength: 300, default: title, description: 'the title of a page' });

export const Titles = Type.Object(
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
    description: "page titles, each listed under its page's path",
  },
);

const pageDescription = (text: string) =>
  Type.String({
    minLength: 1,
    maxLength: 300,
    default: text,
    description: "the text search engines show for a page; {name} becomes the cooperative's name",
  });

/** Descriptions of the pages that search engines may index. */
export const Descriptions = Type.Object(
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
    description: "page descriptions, each listed under its page's path",
  },
);
