/**
 * `npm run test:long`: the tests that take minutes. Kills writing processes, the server and PostgreSQL many times (KILLS, 50 when
 * not set) and prints how many acknowledged writes were kept, and what was left of pictures.
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-global-setup=tests/support/global-setup.ts',
    '--test-reporter=spec',
    'server/database/durability.test.ts',
    'tests/http/durability.test.ts',
    'tests/http/picture-kills.test.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, KILLS: process.env['KILLS'] ?? '50' } },
);
process.exitCode = status ?? 1;
