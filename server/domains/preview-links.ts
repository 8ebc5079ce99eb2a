import { randomBytes, randomUUID } from 'node:crypto';
import type { CurrentAdmin } from '#contract/accounts.ts';
import {
  PREVIEW_LINK_MINUTES,
  PREVIEW_LINKS_MAX,
  type Draft,
  type NewPreviewLink,
  type PreviewLink,
  type SaveRequest,
} from '#contract/drafts.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { NotFoundError, TooManyRequestsError, ValidationError } from '#server/platform/errors.ts';
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
  const openIn = async (db: DatabaseHandle) =>
    db
      .selectFrom('preview_link')
      .innerJoin('admin', 'admin.id', 'preview_link.admin_id')
      .where('expires_at', '>', (await databaseTime(db, now)).toISOString());

  return {
    /** Creates a link. Throws ValidationError if there are too many. */
    async create({ id: adminId }: CurrentAdmin, { path, saves, asOf }: Draft): Promise<NewPreviewLink> {
      const token = randomBytes(32).toString('base64url');
      const id = randomUUID();
      const link = await database.write(async (db) => {
        const at = await databaseTime(db, now);
        await db.deleteFrom('preview_link').where('expires_at', '<=', at.toISOString()).execute();
        const open = await db.selectFrom('preview_link').select('id').execute();
        if (open.length >= PREVIEW_LINKS_MAX) throw tooMany();
        const expiresAt = new Date(at.getTime() + PREVIEW_LINK_MINUTES * MINUTE_MS).toISOString();
        await db
          .insertInto('preview_link')
          .values({
            id,
            token_hash: hashOf(token),
            admin_id: adminId,
            path,
            saves: JSON.stringify(saves),
            as_of: asOf ?? null,
            expires_at: expiresAt,
          })
          .execute();
        return { id, token, expiresAt };
      });
      // It opens whatever others in the network try.
      credentials.accept(hashOf(token));
      return link;
    },

    /** Lists the links of an administrator that have not expired, or to an owner those of everyone. */
    list: ({ id, role }: CurrentAdmin): Promise<PreviewLink[]> =>
      database.read(async (db) => {
        const links = (await openIn(db)).select([
          'preview_link.id',
          'preview_link.path',
          'admin.username as createdBy',
          'preview_link.expires_at as expiresAt',
        ]);
        const own = role === 'owner' ? links : links.where('admin_id', '=', id);
        return own.orderBy('expires_at', 'desc').execute();
      }),

    /** Ends a link of the administrator, or as an owner one of anyone. Throws NotFoundError for any other. */
    async remove({ id: adminId, role }: CurrentAdmin, id: string): Promise<void> {
      const { numDeletedRows } = await database.write((db) => {
        const link = db.deleteFrom('preview_link').where('id', '=', id);
        return (role === 'owner' ? link : link.where('admin_id', '=', adminId)).executeTakeFirst();
      });
      if (Number(numDeletedRows) === 0) throw noSuchLink();
    },

    /** Returns what a link shows, and as whom. Undefined if it has ended, or for too many guesses from a network. */
    async find(
      token: string,
      address: string,
    ): Promise<(Draft & { id: string; adminId: string }) | undefined> {
      const hash = hashOf(token);
      const findRow = () =>
        database.read(async (db) =>
          (await openIn(db))
            .select(['preview_link.id', 'admin_id as adminId', 'path', 'saves', 'as_of as asOf'])
            .where('token_hash', '=', hash)
            .executeTakeFirst(),
        );
      const row = await credentials.check(hash, address, findRow).catch((error) => {
        if (error instanceof TooManyRequestsError) return undefined;
        throw error;
      });
      if (!row) return undefined;
      const { asOf, saves, ...link } = row;
      return { ...link, saves: JSON.parse(saves) as SaveRequest[], ...(asOf !== null && { asOf }) };
    },
  };
}

const tooMany = () =>
  new ValidationError(
    'too-many',
    `Your website has ${PREVIEW_LINKS_MAX} preview links. Delete one, or wait until one expires.`,
  );

const noSuchLink = () => new NotFoundError('no-such-link', 'This link has expired or was deleted.');
