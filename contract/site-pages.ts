import { Type } from 'typebox';
import { PIONEER_NAME } from './seed-brands.ts';
import { Defaulted, Text } from './site-values.ts';

const pageTitle = (title: string) => Type.String({ ...Text('the title of a page'), default: title });

export const Titles = Defaulted(
  {
    '/': pageTitle('Cash bids, hours, and prices'),
    '/about-us': pageTitle('About Us'),
    '/contact-us': pageTitle('Contact Us'),
    '/products': pageTitle('Products'),
    '/pioneer': pageTitle(PIONEER_NAME),
    '/store': pageTitle('Merchandise'),
    '/gallery': pageTitle('Gallery'),
    '/weather': pageTitle('Weather'),
    '/admin': pageTitle('Sign in'),
    '/admin/second-step': pageTitle('Second step'),
    '/admin/invitation': pageTitle('Join'),
    '/admin/forgotten-password': pageTitle('Forgotten password'),
    '/admin/dashboard': pageTitle('Editor'),
    '/admin/today': pageTitle('Today'),
    '/admin/history': pageTitle('History'),
    '/admin/pages': pageTitle('Pages'),
    '/future-market-overview': pageTitle('Future Market Overview'),
    '/future-detail': pageTitle('Future Details'),
    '/market-snapshot': pageTitle('Market Snapshot'),
    '/news': pageTitle('Market News'),
    '/weather-overview': pageTitle('Weather Overview'),
    '/weather-detail': pageTitle('Weather Details'),
    '/error': pageTitle('Error'),
    '/cash-bids.html': pageTitle('Local Cash Bids'),
    '/harvest': pageTitle('Harvest Board'),
    '/board': pageTitle('Bid Board'),
    '/price-sheet': pageTitle('Price Sheet'),
  },
  "page titles, each listed under its page's path",
);

const pageDescription = (text: string) =>
  Type.String({
    minLength: 1,
    maxLength: 300,
    default: text,
    description:
      "the text search engines show for a page, 1 to 300 characters; {name} becomes the cooperative's name",
  });

/** Descriptions of the pages that search engines may index. */
export const Descriptions = Defaulted(
  {
    '/': pageDescription("Today's cash bids, hours, local weather, and news from {name}."),
    '/about-us': pageDescription('Meet the people at {name} and find out how to reach them.'),
    '/contact-us': pageDescription(
      'Phone, emergency number, address, and hours for {name}, including harvest hours.',
    ),
    '/products': pageDescription(
      'Fertilizer prices (P, N, and K), farm-delivered fuel prices, and custom services from {name}.',
    ),
    '/pioneer': pageDescription(
      'Corn, soybean, wheat, alfalfa, sorghum, and sunflower seed from {name}. Seed treatment and delivery available.',
    ),
    '/store': pageDescription('Merchandise from {name}.'),
    '/gallery': pageDescription('See the people, fields, and equipment at {name}.'),
    '/weather': pageDescription('Where {name} gets its market data, and the terms that apply.'),
    '/future-market-overview': pageDescription('Futures markets at a glance, from {name}.'),
    '/future-detail': pageDescription('Futures in detail, from {name}.'),
    '/market-snapshot': pageDescription('A snapshot of the markets, from {name}.'),
    '/news': pageDescription('Market news, from {name}.'),
    '/weather-overview': pageDescription('The weather at a glance, from {name}.'),
    '/weather-detail': pageDescription('The weather in detail, from {name}.'),
  },
  "page descriptions, each listed under its page's path",
);
