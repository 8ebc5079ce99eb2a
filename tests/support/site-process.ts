import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Site } from '#contract/site.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { CHILD_ENVIRONMENT } from './child-environment.ts';
import type { ContentChange } from './test-site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(import.meta.dirname, 'site-program.ts');

export type SiteChange = ContentChange & {
  /** Current time of the server's calendar, in ISO 8601. */
  now?: string;
  /** Time of the changes in the change log, in ISO 8601, instead of the real one. */
  loggedAt?: string;
};

export type Admin = { username: string; password: string };

export type LoggedChange = Tables['change_log'];

/** Messages between the test process and the site, which sends one when it is ready and one per request. */
export type SiteRequest = { change: SiteChange } | { admin: Admin } | 'endSessions' | 'changes' | 'reset';
export type SiteResponse = { url: string; changes?: LoggedChange[] } | { error: string };

export type SiteProcess = {
  url: string;
  /** Changes the content and the clock. Pages show the change when this resolves. */
  with(change: SiteChange): Promise<void>;
  /** Creates an administrator, unless the username exists. */
  addAdmin(admin: Admin): Promise<void>;
  endSessions(): Promise<void>;
  changes(): Promise<LoggedChange[]>;
  /** Restores the demo content and the real time. */
  reset(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Starts the real site in a separate process on a free port, with a temporary data folder and a site file that
 * closes the guided setup.
 */
export async function startSiteProcess(site: Site): Promise<SiteProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'scalehouse-site-'));
  const siteFile = join(folder, 'site.json');
  await writeFile(siteFile, JSON.stringify({ ...site, setup: 'closed' }));
  const child = fork(PROGRAM, {
    cwd: ROOT,
    env: {
      ...CHILD_ENVIRONMENT,
      NODE_ENV: 'production',
      SITE_FILE: siteFile,
    },
    execArgv: [],
  });
  const exited = once(child, 'exit');

  async function nextResponse(): Promise<Exclude<SiteResponse, { error: string }>> {
    const early = exited.then(() => ['The site exited before it responded.']);
    const [response] = (await Promise.race([once(child, 'message'), early])) as [SiteResponse | string];
    if (typeof response === 'string') throw new Error(response);
    if ('error' in response) throw new Error(response.error);
    return response;
  }

  async function sendRequest(request: SiteRequest) {
    const response = nextResponse();
    child.send(request);
    return response;
  }

  const { url } = await nextResponse();
  return {
    url,
    with: async (change) => void (await sendRequest({ change })),
    addAdmin: async (admin) => void (await sendRequest({ admin })),
    endSessions: async () => void (await sendRequest('endSessions')),
    changes: async () => (await sendRequest('changes')).changes ?? [],
    reset: async () => void (await sendRequest('reset')),
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
