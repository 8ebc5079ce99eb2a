import { Client } from 'pg';
import type { PostgresProgram } from './postgres-program.ts';

/**
 * Suspends a server: the kernel still accepts connections, but nothing responds. Returns a function that resumes it.
 *
 * @throws Error on Windows, which cannot suspend a process
 */
export async function pausePostgres(program: PostgresProgram, url: string): Promise<() => void> {
  if (process.platform === 'win32') throw new Error('Windows cannot pause PostgreSQL');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Stop the postmaster first, so that it starts no further processes after the query.
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
