/**
 * `npm run test:long`: the tests that take minutes. Kills writing processes, the server and PostgreSQL many times (KILLS, 50 when
 * not set) and prints how many acknowledged writes were kept, and what was left of pictures; and has many broken pictures
 * decoded (MUTATIONS, 1000).
 */
import { spawnSync } from 'node:child_process';

/** How often, where nothing else is said. */
const EFFORT = { KILLS: process.env['KILLS'] ?? '50', MUTATIONS: process.env['MUTATIONS'] ?? '1000' };

const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-global-setup=tests/support/global-setup.ts',
    '--test-reporter=spec',
    'server/database/durability.test.ts',
    'tests/http/durability.test.ts',
    'tests/http/picture-kills.test.ts',
    'tests/http/mutated-pictures.test.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, ...EFFORT } },
);
process.exitCode = status ?? 1;
