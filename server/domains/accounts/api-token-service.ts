import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { API_TOKENS_MAX, type ApiToken, type NewApiToken } from '#contract/api-tokens.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { UnauthorizedError, ValidationError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';

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
    list: (): Promise<ApiToken[]> => database.read((db) => accountStores(db).apiTokens.list()),

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
        const created: ApiToken = {
          id: randomUUID(),
          name,
          createdAt: now().toISOString(),
          createdBy: author.name,
          usedAt: null,
        };
        await apiTokens.insert(hashOf(token), created);
        await changeLog.append({ author, subject: subjectOf(created.id), before: null, after: { name } });
        return { ...created, token };
      }),

    /** Does nothing if the token does not exist. */
    remove: (author: Author, id: string): Promise<void> =>
      content.write(async (db) => {
        const { apiTokens, changeLog } = accountStores(db);
        const found = await apiTokens.find(id);
        if (!found) return;
        await apiTokens.remove(id);
        await changeLog.append({ author, subject: subjectOf(id), before: { name: found.name }, after: null });
      }),

    /** Returns the name of a token and records its use. Throws UnauthorizedError if the token is unknown. */
    async find(token: string): Promise<{ name: string }> {
      const found = await database.read((db) => accountStores(db).apiTokens.findByHash(hashOf(token)));
      if (!found) throw unknownToken();
      const { id, name, usedAt } = found;
      const at = now();
      if (usedAt === null || at.getTime() - Date.parse(usedAt) >= USED_EVERY_MS) {
        await database.write((db) => accountStores(db).apiTokens.saveUsed(id, at.toISOString()));
      }
      return { name };
    },
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
