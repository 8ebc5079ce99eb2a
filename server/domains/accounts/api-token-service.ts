import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { API_TOKENS_MAX, type ApiToken, type NewApiToken } from '#contract/api-tokens.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { UnauthorizedError, ValidationError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import type { ApiTokenRow } from './api-token-store.ts';

/** Resolution of `usedAt`. Recording every use would cost more than the save itself. */
const USED_EVERY_MS = 60_000;

/** Prefix that identifies a leaked token. */
const PREFIX = 'scalehouse_';

const subjectOf = (id: string) => `api-token:${id}`;
const unknownToken = () =>
  new UnauthorizedError(
    'unknown-token',
    "This API token isn't valid, or it was deleted. Create a new one in the editor under Cash Bids.",
  );

export type ApiTokenService = ReturnType<typeof createApiTokenService>;

export function createApiTokenService({
  database,
  content,
  now,
}: {
  database: Database;
  content: Pick<ContentCache<object>, 'write'>;
  now: () => Date;
}) {
  return {
    list: async (): Promise<ApiToken[]> =>
      (await database.read((db) => accountStores(db).apiTokens.list())).map(toApiToken),

    /** Creates a token. Only this response contains it; only its hash is stored. Throws ValidationError at `API_TOKENS_MAX`. */
    create: (author: Author & { name: string }, name: string): Promise<NewApiToken> =>
      content.write(async (db) => {
        const { apiTokens, changeLog } = accountStores(db);
        if ((await apiTokens.list()).length >= API_TOKENS_MAX) {
          throw new ValidationError(
            'too-many-tokens',
            `You already have ${API_TOKENS_MAX} tokens. Delete one before you create another.`,
          );
        }
        const token = PREFIX + randomBytes(32).toString('base64url');
        const row: ApiTokenRow = {
          id: randomUUID(),
          name,
          created_at: now().toISOString(),
          created_by: author.name,
          used_at: null,
        };
        await apiTokens.insert({ ...row, token_hash: hashOf(token) });
        await changeLog.append({ author, subject: subjectOf(row.id), before: null, after: { name } });
        return { ...toApiToken(row), token };
      }),

    /** Does nothing if the token does not exist. */
    remove: (author: Author, id: string): Promise<void> =>
      content.write(async (db) => {
        const { apiTokens, changeLog } = accountStores(db);
        const row = await apiTokens.find(id);
        if (!row) return;
        await apiTokens.remove(id);
        await changeLog.append({ author, subject: subjectOf(id), before: { name: row.name }, after: null });
      }),

    /** Returns the name of a token and records its use. Throws UnauthorizedError if the token is unknown. */
    async find(token: string): Promise<{ name: string }> {
      const row = await database.read((db) => accountStores(db).apiTokens.findByHash(hashOf(token)));
      if (!row) throw unknownToken();
      const at = now();
      if (row.used_at === null || at.getTime() - Date.parse(row.used_at) >= USED_EVERY_MS) {
        await database.write((db) => accountStores(db).apiTokens.saveUsed(row.id, at.toISOString()));
      }
      return { name: row.name };
    },
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const toApiToken = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  createdBy: row.created_by,
  usedAt: row.used_at,
});
