import { linkPath } from '#contract/paths.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { LINK_HOURS, type NewPersonLink, type PersonChange, type PersonRights } from '#contract/people.ts';
import type { Site } from '#contract/site.ts';
import { ROLE_LABELS, ROLES, type Role } from '#contract/rights.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { commandAuthor, getAdmin } from '#server/domains/accounts/manage-admins.ts';
import { changePerson, createPasswordLink, invite, presentRights } from '#server/domains/accounts/people.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { locationKey } from '#shared/location-key.ts';
import {
  asTable,
  asTime,
  printDeletedTokens,
  UsageError,
  type Command,
  type CommandArguments,
} from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { readCurrentSite, readSite } from './site-commands.ts';

type ValueOf = CommandArguments['valueOf'];
const siteOf = (config: CommandArguments['config'], database: Database) =>
  readCurrentSite(database, readSite(config));

export const listAdminsCommand: Command = {
  usage: '',
  summary: 'list administrators, their roles, locations, and last days',
  async run({ config, print }) {
    await using database = await openSiteDatabase(config);
    const { timeZone } = await siteOf(config, database);
    const { admins, locations } = await database.read(async (db) => ({
      admins: await accountStores(db).admins.list(),
      locations: await listLocations(db),
    }));
    if (admins.length === 0)
      return print('No administrators yet. Create one with: npm run admin -- create-admin NAME');
    const nameOf = (id: string) => locations.find((location) => location.id === id)?.name ?? id;
    const rows = admins.map((admin) => {
      const { role, locations: limits, lastDay } = presentRights(admin, timeZone);
      const end = admin.disabledAt === null ? (lastDay ?? '') : 'switched off';
      return [
        admin.username,
        ROLE_LABELS[role],
        limits?.map(nameOf).join(', ') ?? 'all',
        end,
        asTime(admin.createdAt),
      ];
    });
    print(asTable(['Name', 'Role', 'Locations', 'Last day', 'Created'], rows));
  },
};

const RIGHTS_USAGE = '[--locations NAMES | all] [--last-day DATE | none]';

export const inviteAdminCommand: Command = {
  usage: `ROLE ${RIGHTS_USAGE}`,
  summary: `print a link with which someone becomes an administrator; ROLE is ${ROLES.join(', ')}`,
  words: [1, 1],
  values: ['locations', 'last-day'],
  async run({ config, words: [role = ''], valueOf, print }) {
    const rights: PersonRights = { role: toRole(role), locations: null, lastDay: null };
    await using database = await openSiteDatabase(config);
    const site = await siteOf(config, database);
    const link = await write(database, site, 'invite-admin', async (parts) =>
      invite(parts, { ...rights, ...(await readLimits(parts.db, valueOf, rights.role)) }),
    );
    printLink(print, site, link);
  },
};

export const passwordLinkCommand: Command = {
  usage: 'NAME',
  summary: 'print a link with which an administrator sets a new password',
  words: [1, 1],
  async run({ config, words: [name = ''], print }) {
    await using database = await openSiteDatabase(config);
    const site = await siteOf(config, database);
    const admin = await getAdmin(database, name);
    const link = await write(database, site, 'password-link', (parts) => createPasswordLink(parts, admin));
    printLink(print, site, link);
  },
};

const CHANGES = ['role', 'locations', 'last-day', 'switch'];

export const changeAdminCommand: Command = {
  usage: `NAME [--role ROLE] ${RIGHTS_USAGE} [--switch on | off]`,
  summary: 'change what an administrator may do, and until when',
  words: [1, 1],
  values: CHANGES,
  async run({ config, words: [name = ''], valueOf, print }) {
    if (CHANGES.every((option) => valueOf(option) === undefined))
      throw new UsageError('Say what to change, such as --role prices.');
    const [role, state] = [valueOf('role'), valueOf('switch')];
    if (state !== undefined && state !== 'on' && state !== 'off')
      throw new UsageError('Use --switch on, or --switch off.');
    await using database = await openSiteDatabase(config);
    const site = await siteOf(config, database);
    const { id, role: current } = await getAdmin(database, name);
    const { username, deletedTokens } = await write(database, site, 'change-admin', async (parts) => {
      const change: PersonChange = {
        ...(role !== undefined && { role: toRole(role) }),
        ...(state !== undefined && { isDisabled: state === 'off' }),
        ...(await readLimits(parts.db, valueOf, role ?? current)),
      };
      return changePerson(parts.db, parts.author, { ...parts, id, change });
    });
    print(`Changed ${username}.`);
    printDeletedTokens(print, deletedTokens);
  },
};

/** Runs a change in a transaction, as the command. */
const write = <Result>(
  database: Database,
  { timeZone }: Site,
  command: string,
  work: (parts: Parameters<typeof invite>[0]) => Promise<Result>,
): Promise<Result> =>
  database.write(async (db) =>
    work({ db, author: commandAuthor(command), now: await databaseTime(db), timeZone }),
  );

function toRole(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (!role) throw new UsageError(`There is no role ${text}. Use ${ROLES.join(', ')}.`);
  return role;
}

async function listLocations(db: DatabaseHandle): Promise<{ id: string; name: string }[]> {
  const others = await db.selectFrom('location').select(['id', 'name']).execute();
  return [{ id: MAIN_LOCATION_ID, name: 'main' }, ...others];
}

/** Reads the options that limit rights. */
async function readLimits(
  db: DatabaseHandle,
  valueOf: ValueOf,
  role: string,
): Promise<Pick<PersonChange, 'locations' | 'lastDay'>> {
  const [names, lastDay] = [valueOf('locations'), valueOf('last-day')];
  if (role === 'owner' && names !== undefined && names !== 'all')
    throw new UsageError('Owners can change all locations. Choose another role, or leave out --locations.');
  const locations = await listLocations(db);
  const toId = (name: string) => {
    const found = locations.find((location) => locationKey(location.name) === locationKey(name));
    if (found) return found.id;
    throw new UsageError(
      `No location is named ${name.trim()}. Use the names of your locations, separated by commas, main for the main one, or all.`,
    );
  };
  return {
    ...(names !== undefined && { locations: names === 'all' ? null : names.split(',').map(toId) }),
    ...(lastDay !== undefined && { lastDay: lastDay === 'none' ? null : lastDay }),
  };
}

function printLink(print: (line: string) => void, { publicAddress }: Site, { token }: NewPersonLink): void {
  print(`Send this link to one person. It works once, for ${LINK_HOURS} hours:`);
  print(new URL(linkPath(token), publicAddress).href);
}
