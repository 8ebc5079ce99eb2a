/** Reports words that docs/language.md rules out, in sources, documents and demo content. Part of `npm run lint`. */
import { globSync, readFileSync } from 'node:fs';

/** Words and phrases, with better ones. Only words that no identifier, wire name or specified text contains. */
const BANNED: ReadonlyMap<string, string> = new Map([
  ['anew', 'again'],
  ['anybody', 'anyone, or the actor'],
  ['at once', 'immediately, or concurrently'],
  ['besides', 'also'],
  ['by itself', 'automatically, or independently'],
  ['e-mail', 'email'],
  ['everybody', 'everyone, or the actor'],
  ['meanwhile', 'since then, while you were editing, or concurrently'],
  ['nobody', 'no one, or the actor'],
  ['of its own', 'separate'],
  ['somebody', 'someone, or the actor'],
  ['towards', 'toward'],
  ['whoever', 'the actor'],
]);

const PATTERN = new RegExp(`\\b(?:${[...BANNED.keys()].join('|')})\\b`, 'gi');

/** Finds banned words in a text, in any case. Lines count from 1. */
export function findBannedWords(text: string): { line: number; word: string; better: string }[] {
  return text.split('\n').flatMap((words, index) =>
    Array.from(words.matchAll(PATTERN), ([word]) => ({
      line: index + 1,
      word,
      better: BANNED.get(word.toLowerCase()) ?? '',
    })),
  );
}

if (import.meta.main) {
  const files = globSync(['**/*.{ts,tsx,mjs,css,md}', 'content/**/*.json'], {
    exclude: ['**/node_modules', 'build', 'test-results', 'data', 'script/check-words*'],
  });
  for (const file of files.toSorted()) {
    for (const { line, word, better } of findBannedWords(readFileSync(file, 'utf8'))) {
      console.error(`${file}:${line}: “${word}”: write ${better}. See docs/language.md.`);
      process.exitCode = 1;
    }
  }
}
