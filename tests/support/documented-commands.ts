import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Returns the lines of all ```sh blocks of a Markdown file, in order. */
export function readCommands(path: string): string[] {
  const text = readFileSync(resolve(ROOT, path), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trimEnd().split('\n'));
}

/** How each command of the README is tested: in the test of the README, in other tests, or by this test run. */
export const README_COMMANDS: Record<string, 'here' | 'by other tests' | 'by this test run'> = {
  'npm start': 'here',
  'npm run dev': 'here',
  'npm test': 'by this test run',
  'npm run bench': 'by other tests',
  'npm run admin': 'by other tests',
};
