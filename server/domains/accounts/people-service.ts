import type {
  LinkPurpose,
  LinkUse,
  NewPersonLink,
  People,
  PersonChange,
  PersonRights,
} from '#contract/people.ts';
import { linkPath } from '#contract/paths.ts';
import { LINK_HOURS } from '#contract/people.ts';
import type { Site } from '#contract/site.ts';
import type { Author, NamedAuthor } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import type { SendMail } from '#server/platform/mail.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { isInUse } from './account-rights.ts';
import { checkNewPassword, checkNewUsername } from './account-rules.ts';
import { accountStores } from './account-stores.ts';
import { factorGone, resetFactors } from './factor-service.ts';
import { logAccount } from './log-account.ts';
import { insertAdmin } from './manage-admins.ts';
import { hashPassword } from './password.ts';
import {
  changePerson,
  createPasswordLink,
  INVITATION,
  invite,
  noSuchPerson,
  presentRights,
  removePerson,
} from './people.ts';
import {
  authorOf,
  createCredentialLimit,
  hashOf,
  isActive,
  NOT_PUBLIC,
  type AccountParts,
} from './sessions.ts';

const unusable = (sentence: string) => new NotFoundError('no-such-link', `${sentence} Ask for a new one.`);

/** Throws NotFoundError for a link that does not exist, was used, or has expired, or whose creator's account has ended. */
function assertUsable<Link extends Record<'usedAt' | 'creatorEndsAt', string | null> & { expiresAt: string }>(
  link: Link | undefined,
  at: Date,
): Link {
  if (!link || (link.creatorEndsAt !== null && Date.parse(link.creatorEndsAt) <= at.getTime()))
    throw unusable("This link doesn't work, or it was deleted.");
  if (link.usedAt !== null) throw unusable('This link was already used.');
  if (Date.parse(link.expiresAt) <= at.getTime())
    throw unusable(`This link stopped working after ${LINK_HOURS} hours.`);
  return link;
}

/** Author of links that were requested on the sign-in page. */
const SIGN_IN_PAGE = { origin: 'admin', name: 'the sign-in page' } as const;
const MAIL_EVERY_MS = 15 * 60_000;

const mailText = (username: string, url: string) =>
  `Someone asked for a new password for ${username}. To choose one, open this link. It works once, for ${LINK_HOURS} hours:

${url}

If it wasn't you, ignore this email. Your password stays the same.
`;

export type PeopleService = ReturnType<typeof createPeopleService>;

/** Creates the service of administrators, their rights, and the links with which they join. */
export function createPeopleService({
  database,
  content,
  now,
  credentials = createCredentialLimit(),
  names = () => [],
  site,
  sendMail,
}: Omit<AccountParts, 'credentials'> &
  Partial<AccountParts> & {
    /** Names that a password may not consist of, in addition to the username. */
    names?: () => readonly string[];
    site: () => Pick<Site, 'name' | 'publicAddress' | 'timeZone'>;
    sendMail?: SendMail | undefined;
  }) {
  const timeZone = () => site().timeZone;
  const write = <Result>(
    work: (db: DatabaseHandle, clock: { now: Date; timeZone: string }) => Promise<Result>,
  ) =>
    content.write(
      async (db) => work(db, { now: await databaseTime(db, now), timeZone: timeZone() }),
      NOT_PUBLIC,
    );

  /** Returns the link of a token, and the time. Throws TooManyRequestsError for many made-up tokens. */
  async function getLink(token: string, address: string) {
    const hash = hashOf(token);
    const link = await credentials.check(hash, address, () =>
      database.read((db) => accountStores(db).links.findByHash(hash)),
    );
    return assertUsable(link, await database.read((db) => databaseTime(db, now)));
  }

  return {
    async list(): Promise<People> {
      const at = now();
      return database.read(async (db) => {
        const { admins, factors, sessions, links } = accountStores(db);
        const withFactor = await factors.listOwners();
        const active = (await sessions.list()).filter((session) => isActive(session, at.getTime()));
        const people = (await admins.list()).map((admin) => ({
          id: admin.id,
          username: admin.username,
          ...presentRights(admin, timeZone()),
          email: admin.email,
          isDisabled: admin.disabledAt !== null,
          hasSecondFactor: withFactor.has(admin.id),
          createdAt: admin.createdAt,
          seenAt: active.find(({ adminId }) => adminId === admin.id)?.seenAt ?? null,
        }));
        const open = (await links.list(at.toISOString())).map((link) => ({
          id: link.id,
          username: link.username,
          ...presentRights(link, timeZone()),
          createdBy: link.createdBy,
          expiresAt: link.expiresAt,
        }));
        return { people, links: open };
      });
    },

    invite: (author: NamedAuthor, rights: PersonRights): Promise<NewPersonLink> =>
      write((db, clock) => invite({ db, author, ...clock }, rights)),

    change: (author: Author, id: string, change: PersonChange) =>
      write((db, clock) => changePerson(db, author, { id, change, ...clock })),

    remove: (author: Author, id: string) => write((db) => removePerson(db, author, id)),

    /** Removes the factors of someone, and ends the sessions. Throws NotFoundError if there is none. */
    resetFactors: (author: Author, id: string): Promise<{ username: string }> =>
      write(async (db) => {
        const admin = await accountStores(db).admins.findById(id);
        if (!admin) throw noSuchPerson();
        if (!(await resetFactors(db, author, admin))) throw factorGone();
        return admin;
      }),

    createPasswordLink: (author: NamedAuthor, id: string): Promise<NewPersonLink> =>
      write(async (db, clock) => {
        const admin = await accountStores(db).admins.findById(id);
        if (!admin) throw noSuchPerson();
        return createPasswordLink({ db, author, ...clock }, admin);
      }),

    /** Emails a link to a new password to the address of an account, if it has one and got none a short time ago. */
    async sendPasswordLink(typed: string): Promise<void> {
      const { name, publicAddress } = site();
      const mail = await write(async (db, clock) => {
        const { admins, links } = accountStores(db);
        const admin = await admins.find(typed);
        if (!sendMail || !admin?.email || !isInUse(admin, clock.now)) return undefined;
        const open = await links.list(clock.now.toISOString());
        const since = new Date(clock.now.getTime() - MAIL_EVERY_MS).toISOString();
        if (open.some(({ adminId, createdAt }) => adminId === admin.id && createdAt > since))
          return undefined;
        const { token } = await createPasswordLink({ db, author: SIGN_IN_PAGE, ...clock }, admin);
        const url = new URL(linkPath(token), publicAddress).href;
        return { to: admin.email, subject: `New password for ${name}`, text: mailText(admin.username, url) };
      });
      if (mail) await sendMail?.(mail);
    },

    removeLink: (author: Author, id: string): Promise<void> =>
      write(async (db) => {
        const stores = accountStores(db);
        if (await stores.links.remove(id))
          await logAccount(stores, author, { id, username: INVITATION }, 'removed');
      }),

    /** Returns what a link is for. Throws like `useLink`. */
    async findLink(token: string, address: string): Promise<LinkPurpose> {
      const { username, role } = await getLink(token, address);
      return { username, role };
    },

    /**
     * Creates the account of an invitation, or sets the password of an account and ends its sessions. Throws NotFoundError
     * for a link that cannot be used, ValidationError for an invalid name or password, and ConflictError for a name that is
     * taken, after which the link still works.
     */
    async useLink(
      { token, username = '', password }: LinkUse,
      address: string,
    ): Promise<{ username: string }> {
      const link = await getLink(token, address);
      if (link.adminId === null) await checkNewUsername(database, username);
      const name = link.username ?? username;
      await checkNewPassword(password, { names: [...names(), name] });
      const hash = await hashPassword(password);
      await write(async (db, clock) => {
        const stores = accountStores(db);
        const { id, adminId, role, locations, endsAt } = assertUsable(
          await stores.links.findByHash(hashOf(token)),
          clock.now,
        );
        await stores.links.saveUsed(id, clock.now.toISOString());
        if (adminId === null) {
          const rights = { role, locations, endsAt, disabledAt: null };
          if (!isInUse(rights, clock.now)) throw unusable('The end date of this invitation has passed.');
          await insertAdmin(stores, authorOf(username), { username, hash, isGenerated: false, rights });
          return;
        }
        const admin = await stores.admins.findById(adminId);
        if (!admin || !isInUse(admin, clock.now))
          throw new ValidationError('account-ended', 'This account is switched off. Ask an owner.');
        await stores.admins.savePassword(adminId, { password: hash, passwordExpiresAt: null });
        await stores.sessions.removeAll(adminId);
        await stores.links.removeOf(admin);
        await logAccount(stores, authorOf(admin.username), admin, {
          after: { password: 'new', signedOut: 'all' },
        });
      });
      return { username: name };
    },
  };
}
