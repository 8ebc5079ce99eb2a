/** Entry point of the server: runs the build of `main.ts`. */
import './process/check-runtime.mjs';
import module from 'node:module';
import { join } from 'node:path';

module.enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
await import('../build/server/main.js');
