import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { addEntry } from '#tests/support/tally.ts';
import { endWithRunner } from './end-with-runner.ts';

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;

/** Adds each browser test to the tally, and each error outside of tests. */
export default class implements Reporter {
  #tests: TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite) {
    endWithRunner();
    this.#tests = suite.allTests();
  }

  onError(error: TestError) {
    addEntry({ test: firstLine(error), outcome: 'failed' });
  }

  onEnd() {
    for (const test of this.#tests) {
      const { title, location, results } = test;
      const error = results.find((result) => result.error)?.error;
      const place = `${relative('.', location.file)}:${location.line}`;
      addEntry({
        test: `${place} ${title}${error ? `: ${firstLine(error)}` : ''}`,
        outcome: OUTCOMES[test.outcome()],
      });
    }
  }
}

const firstLine = ({ message = '' }: TestError) => stripVTControlCharacters(message).split('\n')[0] ?? '';
