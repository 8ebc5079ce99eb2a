import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { addEntry } from '#tests/support/tally.ts';

/** Adds each test of node:test to the tally, and each file or group that failed outside its tests. */
export default async function report(events: AsyncIterable<TestEvent>): Promise<void> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, file = '', line, skip, todo } = data;
    const test = `${relative('.', file)}:${line} ${name}`;
    if (skip !== undefined || todo !== undefined) addEntry({ test, outcome: 'skipped' });
    else if (type === 'test:pass') {
      if (data.details.type !== 'suite') addEntry({ test, outcome: 'passed' });
    } else {
      const { error } = data.details;
      // A test or suite with failed subtests has not failed itself.
      if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
      const [message] = (error.cause instanceof Error ? error.cause : error).message.split('\n');
      addEntry({ test: `${test}: ${message}`, outcome: 'failed' });
    }
  }
}
