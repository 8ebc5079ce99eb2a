/** Entry point of the server. In JavaScript, so that all TypeScript can come stripped from the compile cache. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
await import('./main.ts');

// Collect the garbage of the start once, because an idle server triggers no collection.
const SETTLED_AFTER_MS = 1000;
setTimeout(
  () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  SETTLED_AFTER_MS,
).unref();
