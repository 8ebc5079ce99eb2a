import type { CurrentAdmin } from '#contract/accounts.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { mayChange, type Area } from '#contract/rights.ts';

type Admin = Pick<CurrentAdmin, 'role' | 'locations'>;

/** What sections change; others change content, and those with no area are for everyone. */
const AREAS: Readonly<Record<string, readonly Area[]>> = {
  'operating-hours': ['hours'],
  'special-days': ['hours'],
  fertilizer: ['fertilizer'],
  'other-fertilizer': ['fertilizer'],
  fuel: ['fuel'],
  locations: ['content', 'hours'],
  'cash-bids': ['bids'],
  people: ['access'],
  'coming-up': [],
  'past-prices': [],
  'your-account': [],
};

/** Sections whose rows belong to locations. All others belong to the main one. */
const OF_LOCATIONS: readonly string[] = ['cash-bids', 'locations'];

/** Returns whether a person may change something in a section, or everyone may use it. */
export function isForPerson({ role, locations }: Admin, section: string): boolean {
  const areas = AREAS[section] ?? ['content'];
  const isInside =
    locations === null || locations.includes(MAIN_LOCATION_ID) || OF_LOCATIONS.includes(section);
  return areas.length === 0 || (isInside && mayChange(role, areas));
}

const WHAT = {
  owner: '',
  content: 'all content',
  prices: 'prices',
  'scale-house': 'the harvest board, hours, and special days',
};

/** Returns what the editor says to people who may not change everything; '' for owners. */
export const rightsText = ({ role, locations }: Admin): string =>
  role === 'owner'
    ? ''
    : `Your account can change ${WHAT[role]}${locations ? ' of some locations' : ''}. Ask an owner for more.`;
