/** Entry point of the server: runs the build of `main.ts`. */
import './check-runtime.mjs';
import module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Most code that the start repeats never runs again. Optimizing it would take a tenth of the time, and keep 8 MB in use.
const OPTIMIZERS = ['maglev', 'turbofan'];
OPTIMIZERS.forEach((name) => setFlagsFromString(`--no-${name}`));
module.enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
await import('../build/server/main.js');
OPTIMIZERS.forEach((name) => setFlagsFromString(`--${name}`));

// Collect garbage once the server is idle after work, because without work nothing triggers a collection. For two seconds
// after it, a response takes 1.4 times the CPU time or more, so that short pauses between requests do not count as idle.
const CHECK_MS = 1000;
const CHECKS_UNTIL_IDLE = 4;
const WORK_MICROSECONDS = 25_000;
// Other threads compress the pages after a change, which is no work of visitors.
let before = process.threadCpuUsage();
let idleChecks = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  idleChecks = user + system > WORK_MICROSECONDS ? 0 : idleChecks + 1;
  if (idleChecks === CHECKS_UNTIL_IDLE) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }
  before = process.threadCpuUsage();
}, CHECK_MS).unref();
