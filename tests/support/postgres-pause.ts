import { Client } from 'pg';
import type { PostgresProgram } from './postgres-program.ts';

/**
 * Makes a server stand still, as an overloaded or unreachable one does: connections stay open and new ones
 * are accepted by the kernel, but nothing answers.
 *
 * @returns what makes it go on
 * @throws Error on Windows, which cannot pause a process
 */
export async function pausePostgres(program: PostgresProgram, url: string): Promise<() => void> {
  if (process.platform === 'win32') throw new Error('Windows cannot pause PostgreSQL');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // First the process that makes the others, so that the list is complete.
    program.signal('SIGSTOP');
    const sql = 'select pid from pg_stat_activity where pid <> pg_backend_pid()';
    const { rows } = await client.query<{ pid: number }>(sql);
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    return () => {
      program.signal('SIGCONT');
      for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    };
  } finally {
    await client.end();
  }
}
