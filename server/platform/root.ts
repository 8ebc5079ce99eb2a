import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. Not relative to this file, because the build bundles it elsewhere. */
export const ROOT = dirname(fileURLToPath(import.meta.resolve('#package')));
