/** The process begins here, in JavaScript: what it loads next comes stripped of types and compiled from an earlier start. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
await import('./main.ts');
