/**
 * `npm run test:mutants`: applies the faults of mutants.ts one at a time to a clone of HEAD, and runs the tests until
 * one fails. Skips faults that results.md lists, so that an interrupted run continues; `--again` starts over.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, type Mutant } from './mutants.ts';

const RESULTS = join(import.meta.dirname, 'results.md');
const SURVIVED = '**survived**';
const HEADING = `# Faults that the tests catch

Written by \`npm run test:mutants\`, which applies one fault at a time and runs the tests until one fails.

| Fault | File | Caught by |
| --- | --- | --- |
`;

type Result = { fault: string; line: string };

function main(again: boolean): void {
  const results = again ? [] : readResults();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'scalehouse-mutants-'));
  const clone = join(folder.path, 'clone');
  run('git', ['clone', '--quiet', '--shared', '.', clone], '.');
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  for (const mutant of MUTANTS) {
    if (results.some(({ fault }) => fault === mutant.fault)) continue;
    const caughtBy = tryMutant(clone, mutant);
    console.log(`${caughtBy ?? SURVIVED} ← ${mutant.fault}`);
    results.push({
      fault: mutant.fault,
      line: `| ${mutant.fault} | ${mutant.file} | ${caughtBy ?? SURVIVED} |`,
    });
    writeResults(results);
  }
  const survivors = results.filter(({ line }) => line.includes(SURVIVED)).length;
  console.log(`${results.length - survivors} of ${results.length} faults are caught.`);
}

/** Applies a fault and returns the name of the first failed test or step, or undefined if everything passes. */
function tryMutant(clone: string, { file, find, replace, tests }: Mutant): string | undefined {
  const path = join(clone, file);
  const source = readFileSync(path, 'utf8');
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`${file} contains ${find} ${parts.length - 1} times instead of once.`);
  for (const test of tests) {
    if (!existsSync(join(clone, test))) throw new Error(`There is no test file ${test}.`);
  }
  writeFileSync(path, parts.join(replace));
  try {
    for (const paths of [...tests.map((test) => [test]), []]) {
      const prepared = run(process.execPath, ['script/prepare.mjs'], clone);
      if (!prepared.ok) return 'the build';
      const tested = run(process.execPath, ['script/test.ts', ...paths], clone);
      if (!tested.ok) return failureIn(tested.output) ?? paths[0] ?? 'types, lint, or format';
    }
    return undefined;
  } finally {
    writeFileSync(path, source);
  }
}

/** Returns the name of the first failed test in the output of node:test or Playwright. */
function failureIn(output: string): string | undefined {
  const [, unit, page] = /^\s*✖ (.+?) \(\d[\d.]*ms\)|^\s*✘ .*? › (.+?) \([\d.]+m?s\)/m.exec(output) ?? [];
  return (unit ?? page)?.replaceAll('|', '\\|');
}

function run(program: string, parameters: readonly string[], cwd: string): { ok: boolean; output: string } {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  return { ok: status === 0, output: stdout + stderr };
}

function readResults(): Result[] {
  if (!existsSync(RESULTS)) return [];
  const lines = readFileSync(RESULTS, 'utf8').split('\n');
  return MUTANTS.flatMap(({ fault }) => {
    const line = lines.find((each) => each.split('|')[1]?.trim() === fault);
    return line === undefined ? [] : [{ fault, line }];
  });
}

const writeResults = (results: readonly Result[]) =>
  writeFileSync(RESULTS, `${HEADING}${results.map(({ line }) => `${line}\n`).join('')}`);

const { values: options } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
main(options.again);
