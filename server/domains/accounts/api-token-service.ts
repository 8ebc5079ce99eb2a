import { randomBytes, randomUUID } from 'node:crypto';
import {
  API_TOKEN_DAYS_DEFAULT,
  API_TOKENS_MAX,
  type ApiToken,
  type ApiTokenRequest,
  type NewApiToken,
} from '#contract/api-tokens.ts';
import type { Author, LoggedChange } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { UnauthorizedError, ValidationError } from '#server/platform/errors.ts';
import { isInUse } from './account-rights.ts';
import { accountStores } from './account-stores.ts';
import type { ApiTokenOf } from './api-token-store.ts';
import { checkChange } from './check-change.ts';
import { createCredentialLimit, hashOf, NOT_PUBLIC, type AccountParts } from './sessions.ts';

/** Resolution of `usedAt`. Recording every use would cost more than the save itself. */
const USED_EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Prefix that identifies a leaked token. */
const PREFIX = 'scalehouse_';
const TOKEN = new RegExp(`^${PREFIX}[\\w-]{43}$`);

export const apiTokenSubject = (id: string) => `api-token:${id}`;
const unknownToken = () =>
  new UnauthorizedError(
    'unknown-token',
    "This API token isn't valid, or it was deleted. Create a new one in the editor under Cash Bids.",
  );

const tokenExpired = () =>
  new UnauthorizedError(
    'token-expired',
    'This API token has expired. Create a new one in the editor under Cash Bids.',
  );

type Stores = Pick<ReturnType<typeof accountStores>, 'apiTokens' | 'changeLog'>;

async function removeToken({ apiTokens, changeLog }: Stores, author: Author, token: ApiToken) {
  const { id, name, scope } = token;
  await apiTokens.remove(id);
  await changeLog.append({ author, subject: apiTokenSubject(id), before: { name, scope }, after: null });
}

/**
 * Deletes the tokens that an administrator created, so that access given away with an account ends with its password.
 * Returns their number.
 */
export async function removeTokensOf(stores: Stores, author: Author, username: string): Promise<number> {
  const created = (await stores.apiTokens.list()).filter(({ createdBy }) => createdBy === username);
  for (const token of created) await removeToken(stores, author, token);
  return created.length;
}

export type ApiTokenService = ReturnType<typeof createApiTokenService>;

export function createApiTokenService({
  database,
  content,
  now,
  credentials = createCredentialLimit(),
}: Omit<AccountParts, 'credentials'> & Partial<AccountParts>) {
  return {
    list: (): Promise<ApiToken[]> => database.read((db) => accountStores(db).apiTokens.list()),

    /** Creates a token. Only this response contains it; only its hash is stored. Throws ValidationError at `API_TOKENS_MAX`. */
    create: (
      author: Author & { name: string },
      { name, scope = 'bids', locations = null, days = API_TOKEN_DAYS_DEFAULT }: ApiTokenRequest,
    ): Promise<NewApiToken> =>
      content.write(async (db) => {
        const { apiTokens, changeLog } = accountStores(db);
        if ((await apiTokens.list()).length >= API_TOKENS_MAX) {
          throw new ValidationError(
            'too-many-tokens',
            `You already have ${API_TOKENS_MAX} tokens. Delete one before you create another.`,
          );
        }
        const token = PREFIX + randomBytes(32).toString('base64url');
        const at = now();
        const created: ApiToken = {
          id: randomUUID(),
          name,
          scope,
          locations,
          createdAt: at.toISOString(),
          createdBy: author.name,
          usedAt: null,
          expiresAt: new Date(at.getTime() + days * DAY_MS).toISOString(),
        };
        await apiTokens.insert(hashOf(token), created);
        await changeLog.append({
          author,
          subject: apiTokenSubject(created.id),
          before: null,
          after: { name, scope, ...(locations && { locations }) },
        });
        credentials.accept(hashOf(token));
        return { ...created, token };
      }, NOT_PUBLIC),

    /** Deletes a token and returns its name, or undefined if it does not exist. */
    remove: (author: Author, id: string): Promise<string | undefined> =>
      content.write(async (db) => {
        const stores = accountStores(db);
        const found = await stores.apiTokens.find(id);
        if (found) await removeToken(stores, author, found.token);
        return found?.token.name;
      }, NOT_PUBLIC),

    /**
     * Returns a token and records its use. Throws UnauthorizedError if the token is unknown or has expired, or the account
     * of its creator has ended, and TooManyRequestsError for too many unknown tokens.
     */
    async find(token: string, address: string): Promise<ApiToken> {
      if (!TOKEN.test(token)) throw unknownToken();
      const hash = hashOf(token);
      const found = await credentials.check(hash, address, () =>
        database.read((db) => accountStores(db).apiTokens.findByHash(hash)),
      );
      const at = now();
      const { id, usedAt } = assertUsable(found, at);
      if (usedAt === null || at.getTime() - Date.parse(usedAt) >= USED_EVERY_MS) {
        await database.write((db) => accountStores(db).apiTokens.saveUsed(id, at.toISOString()));
      }
      return (found as ApiTokenOf).token;
    },

    /** Returns the check of everything that a token saves, in its transaction, like `checkChangesOf` of a person. */
    checkChangesOf:
      (id: string) =>
      async (db: DatabaseHandle, change: LoggedChange): Promise<void> => {
        const found = await accountStores(db).apiTokens.find(id);
        const { locations } = assertUsable(found, now());
        if (found?.creator) await checkChange(db, found.creator, change);
        await checkChange(db, { role: 'owner', locations }, change);
      },
  };
}

/** Returns a token that can be used. Throws UnauthorizedError for any other. */
function assertUsable(found: ApiTokenOf | undefined, at: Date): ApiToken {
  if (!found || (found.creator && !isInUse(found.creator, at))) throw unknownToken();
  // A comparison with the NaN of a missing time is false.
  if (!(at.getTime() < Date.parse(found.token.expiresAt))) throw tokenExpired();
  return found.token;
}
