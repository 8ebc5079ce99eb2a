/**
 * Runs test files one after the other in this process, each in a suite, so that its hooks and mocks end with it. Tells
 * the runner which test begins.
 */
import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { resolve } from 'node:path';
import { after, before, beforeEach, mock, suite } from 'node:test';
import { tally } from '#tests/support/tally.ts';
import { endWithRunner } from './end-with-runner.ts';

endWithRunner();
tally('processes', 'script/test/run-files.ts');
subscribe('child_process', (message) => {
  const { process: child } = message as { process: { spawnargs: string[] } };
  // Node sets the arguments after this message. Image workers belong to the product, and have Node's permissions.
  queueMicrotask(() => {
    if (!child.spawnargs.some((each) => each === '--permission')) tally('processes');
  });
});

// A test that calls `process.exit` would skip all later ones.
let isComplete = false;
after(() => void (isComplete = true));
process.once('exit', () => {
  if (!isComplete) process.exitCode = 2;
});

beforeEach(({ fullName }) => void process.send?.(fullName));
for (const file of process.argv.slice(2)) {
  void suite(file, async () => {
    let state: ReturnType<typeof sharedState>;
    before(() => void (state = sharedState()));
    await import(resolve(file));
    after(() => {
      mock.reset();
      assert.deepEqual(sharedState(), state, `${file} leaves changes to later files behind`);
    });
  });
}

/** Returns what a test file must restore, because later files in this process see it. */
function sharedState() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException'].map((name) =>
    process.listenerCount(name),
  );
  // When they are loaded, the AWS SDK defines `awslambda`, and a dependency of passkeys the helpers of TypeScript.
  const globals = Object.getOwnPropertyNames(globalThis).filter((name) => !/^(awslambda$|__)/.test(name));
  return { globals, signals, env: { ...process.env }, cwd: process.cwd(), exitCode: process.exitCode };
}
