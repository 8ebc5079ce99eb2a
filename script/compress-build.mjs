/** Compresses the built files once with the best effort, so that no start and no request of a browser has to. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const FOLDER = join('build', 'browser');
const COMPRESSIBLE = new Set(['.css', '.js', '.svg', '.txt', '.json', '.ico']);

for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
}
