/** The process begins here, in JavaScript: what it loads next comes stripped of types and compiled from an earlier start. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
await import('./main.ts');

// Compiling and opening leave garbage that an idle server would never collect by itself: it is given back once.
const SETTLED_AFTER_MS = 1000;
setTimeout(
  () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  SETTLED_AFTER_MS,
).unref();
