/** Entry point of the server: runs the build of `main.ts`. */
import './check-runtime.mjs';
import module from 'node:module';
import { join } from 'node:path';

module.enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
await import('../build/server/main.js');

// Collect garbage once the server is idle after work, because without work nothing triggers a collection.
const CHECK_MS = 2000;
const IDLE_MICROSECONDS = 50_000;
let before = process.cpuUsage();
let hasWorked = true;
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  if (user + system > IDLE_MICROSECONDS) hasWorked = true;
  else if (hasWorked) {
    hasWorked = false;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }
  before = process.cpuUsage();
}, CHECK_MS).unref();
