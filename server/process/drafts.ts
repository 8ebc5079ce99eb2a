import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { headersOfBase } from '#contract/content-version.ts';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { isContentSave, type SaveRequest } from '#contract/drafts.ts';
import { API, CHANGES_HEADER } from '#contract/paths.ts';
import { isInUse } from '#server/domains/accounts/account-rights.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { signInNeeded } from '#server/domains/accounts/check-change.ts';
import { toCurrentAdmin } from '#server/domains/accounts/sessions.ts';
import { CONTENT_PARTS, type Content } from '#server/domains/domains.ts';
import type { Services } from '#server/domains/services.ts';
import { toProblem } from '#server/http/problem.ts';
import type { Rendered } from '#server/http/response.ts';
import { keyOfAddress } from '#server/pages/page-key.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';
import type { Author } from '#server/platform/change.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { inSavepoint } from '#server/platform/database/transaction.ts';
import { openContentCache, type ContentCache } from '#server/records/content/content-cache.ts';
import { createReplayApp } from './replay-app.ts';

/** Saves of an administrator. They count as made at a moment, if they have one. */
export type Batch = {
  adminId: string;
  saves: readonly SaveRequest[];
  at?: Date | undefined;
  /** Origin of the changes in the log, if it is not the administrator. */
  origin?: Author['origin'];
};

/** The changes that a save has made, as in `CHANGES_HEADER`, or why it failed. */
export type Replayed = { changes: string | undefined } | { error: unknown };

/** What the services of the draft site use instead of the database and the content of the website. */
type State = {
  /** Undefined once it has ended. */
  transaction: DatabaseHandle | undefined;
  content: ContentCache<Content>;
  admin: CurrentAdmin | undefined;
  /** Overrides the author of changes, and the clock. */
  author: Partial<Author>;
  now: Date | undefined;
  /** Error of the last save that failed. */
  error: unknown;
};

export type Drafts = ReturnType<typeof createDrafts>;
export type Draft = Parameters<Parameters<Drafts['commit']>[0]>[0];

/**
 * Creates the draft site: the services, routes of saves, and pages of the website a second time, on an open transaction
 * and the content as that sees it. It replays saves exactly as the website makes them, and never listens. It is built when it
 * is used first.
 */
export function createDrafts({
  database,
  content,
  now,
  build,
}: {
  database: Database;
  content: ContentCache<Content>;
  now: () => Date;
  build: (parts: { database: Database; content: ContentCache<Content>; now: () => Date }) => {
    services: Services;
    renderer: PageRenderer;
  };
}) {
  const current = new AsyncLocalStorage<State>();
  let built: Promise<{ services: Services; renderer: PageRenderer; app: FastifyInstance }> | undefined;

  function state(): State {
    const found = current.getStore();
    if (!found) throw new Error('No draft is open.');
    return found;
  }

  const write: Database['write'] = (work) => {
    const { transaction } = state();
    if (!transaction) throw new Error('The draft has ended.');
    return inSavepoint(transaction, work);
  };
  const view: Database = {
    ...database,
    read(work) {
      const transaction = current.getStore()?.transaction;
      return transaction ? work(transaction) : database.read(work);
    },
    // PostgreSQL ends a transaction in which a part cannot be read.
    readAside: write,
    write,
    writeAside: write,
    watch: () => async () => undefined,
  };

  const contentOfDraft: ContentCache<Content> = {
    ...content,
    snapshot: () => (current.getStore()?.content ?? content).snapshot(),
    epochAt: (version) => state().content.epochAt(version),
    // A part that cannot be read keeps its last value, as after a save.
    write: (work) => state().content.write(work, { isPublic: false }),
  };

  const site = () =>
    (built ??= (async () => {
      const parts = build({
        database: view,
        content: contentOfDraft,
        now: () => current.getStore()?.now ?? now(),
      });
      const app = await createReplayApp(parts.services, {
        findAdmin: async () => {
          const { admin } = state();
          if (!admin) throw signInNeeded();
          return { admin };
        },
        authorOf: () => state().author,
        onError: (error) => void (state().error = error),
      });
      return { ...parts, app };
    })());

  async function send({ method, path, body, version }: SaveRequest): Promise<Replayed> {
    if (!isContentSave({ method, path }) && path !== API.historyRestore) return { error: notReplayable() };
    const { app } = await site();
    const { statusCode, headers } = await app.inject({
      method,
      url: path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && headersOfBase(version)),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    if (statusCode === 200) return { changes: headers[CHANGES_HEADER]?.toString() };
    const { error } = state();
    // A failing database may have ended the transaction.
    if (toProblem(error).status >= 500) throw error;
    return { error };
  }

  /** Opens a draft on a transaction, with the newest content. */
  async function open(transaction: DatabaseHandle) {
    const { services, renderer } = await site();
    const draft: State = {
      transaction,
      content,
      admin: undefined,
      author: {},
      now: undefined,
      error: undefined,
    };
    const within = <Result>(work: () => Promise<Result>) => current.run(draft, work);
    const fork = () =>
      within(async () => {
        draft.content = await openContentCache(view, CONTENT_PARTS, () => undefined, content.snapshot());
      });

    /**
     * Replays saves, each of which may fail alone. Returns their results. Throws UnauthorizedError if the account has
     * ended, and the error of a database that cannot be used.
     */
    const replay = ({ adminId, saves, at, origin }: Batch): Promise<Replayed[]> =>
      within(async () => {
        const admin = await accountStores(transaction).admins.findById(adminId);
        if (!admin || !isInUse(admin, now())) throw signInNeeded();
        draft.admin = toCurrentAdmin(admin);
        draft.now = at;
        draft.author = { ...(origin && { origin }), ...(at && { at: at.toISOString() }) };
        const results: Replayed[] = [];
        for (const save of saves) results.push(await send(save));
        return results;
      });

    /** Rolls back all that `work` has changed if it throws. */
    async function together<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await inSavepoint(transaction, work);
      } catch (error) {
        if (toProblem(error).status <= 500) await fork();
        throw error;
      }
    }

    await fork();
    return {
      replay,
      together,

      /** Replays saves, all of them or none. Returns what they have changed. Throws the first error. */
      publish: (batch: Batch): Promise<(string | undefined)[]> =>
        together(async () => (await replay(batch)).map(changesOf)),

      /** Renders the page at an address as of a moment. The transaction may have ended. */
      render: (path: string, at: Date | undefined): Promise<Rendered> =>
        within(async () => {
          draft.now = at;
          return renderer.render(keyOfAddress(path, services, renderer.has));
        }),

      async end(): Promise<void> {
        draft.transaction = undefined;
        await draft.content.close();
      },
    };
  }

  async function using<Result>(db: DatabaseHandle, work: Work<Result>): Promise<Result> {
    const draft = await open(db);
    try {
      return await work(draft, db);
    } finally {
      await draft.end();
    }
  }
  type Work<Result> = (draft: Awaited<ReturnType<typeof open>>, db: DatabaseHandle) => Promise<Result>;

  return {
    /** Builds the draft site, so that its first use does not wait for that. */
    prepare: async (): Promise<void> => void (await site()),

    /** Runs `work` with a draft in a transaction, and shows visitors what it has changed. */
    async commit<Result>(work: Work<Result>): Promise<Result> {
      await site();
      return content.write((db) => using(db, work));
    },

    /** Runs `work` with a draft in a transaction that is rolled back, so that it changes nothing. */
    async rehearse<Result>(work: Work<Result>): Promise<Result> {
      await site();
      let done: { result: Result } | undefined;
      await database
        .write(async (db) => {
          done = { result: await using(db, work) };
          throw ROLL_BACK;
        })
        .catch((error) => {
          if (error !== ROLL_BACK) throw error;
        });
      return done!.result;
    },
  };
}

const notReplayable = () =>
  new ForbiddenError('not-a-save', "This can't be previewed or scheduled. Save it now instead.");

function changesOf(result: Replayed): string | undefined {
  if ('error' in result) throw result.error;
  return result.changes;
}

const ROLL_BACK = new Error('Roll back.');
