import { randomBytes, randomUUID } from 'node:crypto';
import type { CurrentAdmin } from '#contract/accounts.ts';
import {
  PREVIEW_LINK_MINUTES,
  PREVIEW_LINKS_MAX,
  type Draft,
  type NewPreviewLink,
  type PreviewLink,
} from '#contract/drafts.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { hashOf, type CredentialLimit } from './accounts/sessions.ts';

const MINUTE_MS = 60_000;

export type PreviewLinkService = ReturnType<typeof createPreviewLinkService>;

/** Creates the service of links that show a preview to someone without an account. Tokens are stored as hashes. */
export function createPreviewLinkService({
  database,
  credentials,
  now,
}: {
  database: Database;
  credentials: CredentialLimit;
  now: () => Date;
}) {
  const openLinks = async (db: DatabaseHandle) =>
    db
      .selectFrom('preview_link as link')
      .innerJoin('admin', 'admin.id', 'link.admin_id')
      .select([
        'link.id',
        'link.draft',
        'link.expires_at as expiresAt',
        'link.admin_id as adminId',
        'username',
      ])
      .where('expires_at', '>', (await databaseTime(db, now)).toISOString())
      .orderBy('expires_at');

  return {
    /** Creates a link. Throws ValidationError if there are too many. */
    async create({ id: adminId }: CurrentAdmin, draft: Draft): Promise<NewPreviewLink> {
      const token = randomBytes(32).toString('base64url');
      const link = {
        id: randomUUID(),
        token_hash: hashOf(token),
        admin_id: adminId,
        draft: JSON.stringify(draft),
      };
      const expiresAt = await database.write(async (db) => {
        const at = await databaseTime(db, now);
        await db.deleteFrom('preview_link').where('expires_at', '<=', at.toISOString()).execute();
        if ((await (await openLinks(db)).execute()).length >= PREVIEW_LINKS_MAX) throw tooMany();
        const end = new Date(at.getTime() + PREVIEW_LINK_MINUTES * MINUTE_MS).toISOString();
        await db
          .insertInto('preview_link')
          .values({ ...link, expires_at: end })
          .execute();
        return end;
      });
      // It opens whatever others in the network try.
      credentials.accept(link.token_hash);
      return { id: link.id, token, expiresAt };
    },

    /** Lists the links of an administrator that have not expired, or to an owner those of everyone. */
    async list({ id: adminId, role }: CurrentAdmin): Promise<PreviewLink[]> {
      const links = await database.read(async (db) => (await openLinks(db)).execute());
      return links
        .filter((link) => role === 'owner' || link.adminId === adminId)
        .map(({ id, draft, username: createdBy, expiresAt }) => {
          const { path } = JSON.parse(draft) as Draft;
          return { id, path, createdBy, expiresAt };
        });
    },

    /** Ends a link of the administrator, or as an owner one of anyone. Throws NotFoundError for any other. */
    async remove({ id: adminId, role }: CurrentAdmin, id: string): Promise<void> {
      const { numDeletedRows } = await database.write((db) => {
        const link = db.deleteFrom('preview_link').where('id', '=', id);
        return (role === 'owner' ? link : link.where('admin_id', '=', adminId)).executeTakeFirst();
      });
      if (Number(numDeletedRows) === 0) throw noSuchLink();
    },

    /** Returns what a link shows, and in whose name. Throws TooManyRequestsError for too many guesses from a network. */
    async find(
      token: string,
      address: string,
    ): Promise<(Draft & { id: string; adminId: string }) | undefined> {
      const hash = hashOf(token);
      const found = await credentials.check(hash, address, () =>
        database.read(async (db) => (await openLinks(db)).where('token_hash', '=', hash).executeTakeFirst()),
      );
      return found && { ...(JSON.parse(found.draft) as Draft), id: found.id, adminId: found.adminId };
    },
  };
}

const tooMany = () =>
  new ValidationError(
    'too-many',
    `Your website has ${PREVIEW_LINKS_MAX} preview links. Delete one, or wait until one expires.`,
  );

const noSuchLink = () => new NotFoundError('no-such-link', 'This link has expired or was deleted.');
