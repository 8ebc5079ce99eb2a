import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Site } from '#contract/site.ts';
import type { ContentChange } from './test-site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(import.meta.dirname, 'site-program.ts');

/** What a test wants of the site: other content, another time on its clock. */
export type SiteChange = ContentChange & {
  /** The moment at which the server's calendar stands, in ISO 8601. */
  now?: string;
};

/** What the test process asks of the site's process. It answers once when it is open, and once to each question. */
export type SiteQuestion = { change: SiteChange } | 'reset';
export type SiteAnswer = { url: string } | { error: string };

export type SiteProcess = {
  /** Where the site is open. */
  url: string;
  /** Changes content and clock; visitors see it when this resolves. */
  with(change: SiteChange): Promise<void>;
  /** Back to the demo content and the clock on the wall. */
  reset(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts the real site as its own process, on a free port, on a data folder and a site file of its own. */
export async function startSiteProcess(site: Site): Promise<SiteProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'scalehouse-site-'));
  const siteFile = join(folder, 'site.json');
  await writeFile(siteFile, JSON.stringify(site));
  const child = fork(PROGRAM, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', SITE_FILE: siteFile },
    execArgv: [],
  });
  const exited = once(child, 'exit');

  async function nextAnswer(): Promise<string> {
    const early = exited.then(() => ['The site ended before it answered.']);
    const [answer] = (await Promise.race([once(child, 'message'), early])) as [SiteAnswer | string];
    if (typeof answer === 'string') throw new Error(answer);
    if ('error' in answer) throw new Error(answer.error);
    return answer.url;
  }

  async function ask(question: SiteQuestion): Promise<void> {
    const answered = nextAnswer();
    child.send(question);
    await answered;
  }

  return {
    url: await nextAnswer(),
    with: (change) => ask({ change }),
    reset: () => ask('reset'),
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
