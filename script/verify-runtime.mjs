/** Checks that the Node in node_modules is the one in runtime-checksums.json. Run it with another Node. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = dirname(fileURLToPath(import.meta.url));

/** Returns the reason why an installed Node must not run, or undefined. Reads the files without running them. */
export function runtimeProblem() {
  const { sha256 } = JSON.parse(readFileSync(join(FOLDER, 'runtime-checksums.json'), 'utf8'));
  for (const [name, expected] of Object.entries(sha256)) {
    const path = join('node_modules', name);
    const file = join(FOLDER, '..', path);
    if (!existsSync(file)) continue;
    const found = createHash('sha256').update(readFileSync(file)).digest('hex');
    if (found !== expected)
      return `The checksum of ${path} isn't in script/runtime-checksums.json, so it may not be Node. Delete node_modules, then try again.`;
  }
}

// `import.meta.main` is newer than the oldest Node that runs this.
if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const problem = runtimeProblem();
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
}
