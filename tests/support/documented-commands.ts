import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Returns the lines of all ```sh blocks of a Markdown file, or of one of its sections, in order. */
export function readCommands(path: string, section?: string): string[] {
  const file = readFileSync(resolve(ROOT, path), 'utf8');
  const text =
    section === undefined ? file : (file.split(/^## /m).find((each) => each.startsWith(section)) ?? '');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trimEnd().split('\n'));
}

/** Replaces the folder of an old website in the guide with one of the tests. */
const withOldWebsite = (line: string): string =>
  line.replaceAll('/home/dana/old-website', resolve(ROOT, 'tools/import-pages/samples/table-layout'));

/** Returns the commands of the operating guide, apart from those that install without development packages. */
export function readOperatingGuide(): { lines: string[]; production: string[] } {
  const production = readCommands('docs/operating.md', 'Running without development packages');
  const lines = readCommands('docs/operating.md')
    .filter((line) => !production.includes(line))
    .map(withOldWebsite);
  return { lines, production };
}

/** How each command of the README is tested: in the test of the README, in other tests, by this test run, or not at all. */
export const README_COMMANDS: Record<string, 'here' | 'by other tests' | 'by this test run' | 'by hand'> = {
  'npm start': 'here',
  'npm run dev': 'here',
  'npm test': 'by this test run',
  'npm run bench': 'by hand',
  'npm run admin': 'by other tests',
};
