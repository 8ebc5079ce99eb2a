import { Type } from 'typebox';
import { AddressOrPath, Closed, Text } from './site-values.ts';

const NavigationLink = Type.Object(
  { label: Text("the link's label"), to: AddressOrPath },
  { additionalProperties: false },
);

const NavigationEntry = Closed(
  {
    label: Text("the menu entry's label"),
    to: Type.Optional(AddressOrPath),
    links: Type.Optional(
      Type.Array(NavigationLink, { minItems: 1, description: 'a list of 1 or more links' }),
    ),
  },
  'a menu entry with a label and a path or web address, a list of links, or both',
);

/** The menu. */
export const Navigation = Type.Array(NavigationEntry, {
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
  description: 'a list of menu entries',
});
