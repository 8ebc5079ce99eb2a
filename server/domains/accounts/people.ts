import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import {
  LINK_HOURS,
  LINKS_MAX,
  type NewPersonLink,
  type PersonChange,
  type PersonRights,
} from '#contract/people.ts';
import type { Author, NamedAuthor } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { addDays, calendarDay, isCalendarDay } from '#shared/date-time.ts';
import { isInUse, type Rights } from './account-rights.ts';
import { accountStores, type Admin } from './account-stores.ts';
import { removeTokensOf } from './api-token-service.ts';
import { logAccount, type LoggedAccount } from './log-account.ts';
import { hashOf } from './sessions.ts';
import { createSignInKey, hiddenName } from './sign-in-key.ts';

/** What decides when accounts end. */
export type Clock = { now: Date; timeZone: string };

type Account = Pick<Admin, 'id' | 'username'>;

/**
 * Ends all sessions, forgets failed sign-ins, and deletes the API tokens of an account, and the links that it has
 * created or could use. Returns the number of tokens.
 */
export async function revokeAll(
  db: DatabaseHandle,
  author: Author,
  { id, username }: Account,
): Promise<number> {
  const stores = accountStores(db);
  await stores.sessions.removeAll(id);
  await stores.signInAttempts.removeFor(hiddenName(await createSignInKey(db), username));
  await stores.links.removeOf({ id, username });
  return removeTokensOf(stores, author, username);
}

const isLasting = ({ role, disabledAt, endsAt }: Rights) =>
  role === 'owner' && disabledAt === null && endsAt === null;

/** Throws ConflictError unless there will still be an owner who can sign in for good, and NotFoundError. */
async function getChangeable(db: DatabaseHandle, id: string, next: Rights | undefined): Promise<Admin> {
  const stores = accountStores(db);
  const admins = await stores.admins.list();
  const found = admins.find((admin) => admin.id === id);
  if (!found) throw noSuchPerson();
  const others = admins.filter((admin) => admin.id !== id);
  if (others.length === 0 && !next) throw onlyAdmin(found.username);
  if (isLasting(found) && !(next && isLasting(next)) && !others.some(isLasting))
    throw onlyOwner(found.username);
  return found;
}

export const noSuchPerson = () =>
  new NotFoundError('no-such-person', 'This person has no account anymore. Reload the page.');

const onlyAdmin = (username: string) =>
  new ConflictError(
    'only-admin',
    `${username} is the only administrator. Create another one first: npm run admin -- create-admin NAME`,
  );

const onlyOwner = (username: string) =>
  new ConflictError(
    'only-owner',
    `${username} is the only owner without an end date. Make someone else an owner first.`,
  );

/** Removes a person. Returns the account and the number of API tokens deleted with it. Throws like `changePerson`. */
export async function removePerson(db: DatabaseHandle, author: Author, id: string) {
  const { username } = await getChangeable(db, id, undefined);
  const deletedTokens = await revokeAll(db, author, { id, username });
  const stores = accountStores(db);
  // Logged first, because an author who removes the own account has no rights afterwards.
  await logAccount(stores, author, { id, username }, 'removed');
  await stores.admins.remove(id);
  return { username, deletedTokens };
}

/**
 * Changes rights. Ends sessions and tokens of an account that is switched off. Throws ValidationError, NotFoundError, and
 * ConflictError for the only owner.
 */
export async function changePerson(
  db: DatabaseHandle,
  author: Author,
  { id, change, ...clock }: { id: string; change: PersonChange } & Clock,
): Promise<{ username: string; deletedTokens: number }> {
  const stores = accountStores(db);
  const admin = await stores.admins.findById(id);
  if (!admin) throw noSuchPerson();
  const { isDisabled = admin.disabledAt !== null } = change;
  const next: Rights = {
    ...(await toRights(db, { ...presentRights(admin, clock.timeZone), ...change }, clock, admin)),
    disabledAt: isDisabled ? (admin.disabledAt ?? clock.now.toISOString()) : null,
  };
  await getChangeable(db, id, next);
  const [old, now] = [loggedRights(admin, clock), loggedRights(next, clock)];
  const fields = (Object.keys(now) as (keyof typeof now)[]).filter(
    (field) => !isDeepStrictEqual(old[field], now[field]),
  );
  const { email = admin.email } = change;
  const isNewEmail = email !== admin.email;
  if (fields.length === 0 && !isNewEmail) return { username: admin.username, deletedTokens: 0 };
  const pick = (of: typeof now) => Object.fromEntries(fields.map((field) => [field, of[field]]));
  await logAccount(stores, author, admin, {
    before: pick(old),
    after: { ...pick(now), ...(isNewEmail && { email: 'new' }) },
  });
  // An end date that has passed also ends what a later one would bring back.
  const hasEnded = !isInUse(next, clock.now) || !isInUse(admin, clock.now);
  // Before the rights are saved, because authors can switch themselves off.
  const deletedTokens = hasEnded ? await revokeAll(db, author, admin) : 0;
  if (next.role !== 'owner') await stores.links.removeBy(admin.username);
  if (isNewEmail) {
    // The address before may have one.
    await stores.links.removeFor(id);
    await stores.admins.saveEmail(id, email);
  }
  await stores.admins.saveRights(id, next);
  return { username: admin.username, deletedTokens };
}

/** Returns rights as the log has them. */
export const loggedRights = (
  rights: Rights,
  { timeZone }: Pick<Clock, 'timeZone'>,
): Omit<LoggedAccount, 'name'> => ({
  ...presentRights(rights, timeZone),
  isDisabled: rights.disabledAt !== null,
});

/** Returns rights as the editor shows them. */
export const presentRights = (
  { role, locations, endsAt }: Omit<Rights, 'disabledAt'>,
  timeZone: string,
): PersonRights => ({
  role,
  locations,
  lastDay: endsAt === null ? null : calendarDay(new Date(Date.parse(endsAt) - 1), timeZone),
});

/** Checks rights. Throws ValidationError for an unknown location, or a last day that has passed, unless it is the old one. */
async function toRights(
  db: DatabaseHandle,
  { role, locations, lastDay }: PersonRights,
  { now, timeZone }: Clock,
  old?: Rights,
): Promise<Omit<Rights, 'disabledAt'>> {
  const known = await db.selectFrom('location').select('id').execute();
  const ids = new Set([MAIN_LOCATION_ID, ...known.map(({ id }) => id), ...(old?.locations ?? [])]);
  if (locations?.some((id) => !ids.has(id)))
    throw new ValidationError('invalid', 'One of the locations was deleted. Reload the page.', '/locations');
  if (lastDay !== null && !isCalendarDay(lastDay))
    throw new ValidationError('invalid', 'Use a date, such as 2026-11-20.', '/lastDay');
  const endsAt = lastDay === null ? null : endOfDay(lastDay, timeZone);
  if (endsAt !== null && endsAt !== old?.endsAt && Date.parse(endsAt) <= now.getTime())
    throw new ValidationError('invalid', 'This day has passed. Choose today or a later day.', '/lastDay');
  return { role, locations: role === 'owner' ? null : locations && [...new Set(locations)], endsAt };
}

function endOfDay(day: string, timeZone: string): string {
  const { epochMilliseconds } = Temporal.PlainDate.from(addDays(day, 1)).toZonedDateTime(timeZone);
  return new Date(epochMilliseconds).toISOString();
}

const HOUR_MS = 60 * 60_000;

type LinkParts = { db: DatabaseHandle; author: NamedAuthor } & Clock;

/** Creates a link. Only the result has its token. Throws ConflictError for too many. */
async function createLink(
  { db, author, now }: LinkParts,
  rights: Omit<Rights, 'disabledAt'>,
  adminId: string | null,
): Promise<NewPersonLink & { id: string }> {
  const { links } = accountStores(db);
  if ((await links.list(now.toISOString())).length >= LINKS_MAX)
    throw new ConflictError('too-many-links', `${LINKS_MAX} links are waiting to be used. Delete one first.`);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_HOURS * HOUR_MS).toISOString();
  const made = { createdAt: now.toISOString(), createdBy: author.name, usedAt: null };
  const id = randomUUID();
  await links.insert(hashOf(token), { ...rights, ...made, id, adminId, expiresAt });
  return { id, token, expiresAt };
}

/** Creates an invitation, whose rights the new account gets. Throws like `changePerson` and `createLink`. */
export async function invite(parts: LinkParts, sent: PersonRights): Promise<NewPersonLink> {
  const { db, author } = parts;
  const rights = await toRights(db, sent, parts);
  const { id, ...link } = await createLink(parts, rights, null);
  const { isDisabled: _, ...logged } = loggedRights({ ...rights, disabledAt: null }, parts);
  await logAccount(accountStores(db), author, { id, username: INVITATION }, { before: null, after: logged });
  return link;
}

/** Name of invitations in the history. */
export const INVITATION = 'Invitation';

/** Creates a link with which a person sets a new password, instead of the one before. */
export async function createPasswordLink(parts: LinkParts, { id, username, ...rights }: Admin) {
  const stores = accountStores(parts.db);
  await stores.links.removeFor(id);
  const { id: _, ...link } = await createLink(parts, rights, id);
  await logAccount(stores, parts.author, { id, username }, { before: {}, after: { link: 'new' } });
  return link;
}
