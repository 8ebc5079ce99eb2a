import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { figure, type Section } from './report.ts';
import { signIn, WITH_ADMIN } from './sign-in.ts';
import { median, percentile, timeEach } from './timing.ts';

const P50_MS = 10;

/** Measures how long a save of a text takes. */
export async function measureSaves({ saves }: { saves: number }): Promise<Section> {
  await using site = await startServer(WITH_ADMIN);
  const editor = await signIn(site.url);
  const times = await timeEach(saves, (number) =>
    editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message: `Bench ${number}` }),
  );
  const p50 = median(times);
  return {
    title: 'Save',
    text: [
      `From the request to the end of the response, ${saves} saves of a text one after the other, on SQLite. A save responds once`,
      'the text is on disk and on the website.',
    ].join('\n'),
    columns: ['', 'p50 ms', 'p99 ms'],
    rows: [
      {
        cells: ['Save of a text', figure(p50, 1), figure(percentile(times, 99), 1)],
        target: { limit: `p50 < ${P50_MS} ms`, isMet: p50 < P50_MS },
      },
    ],
  };
}
