import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { changeOwner, type RunAs } from './postgres-binaries.ts';

/** Content that belongs to the running server, or that a standby streams. The folders themselves must exist. */
const NOT_COPIED = ['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_wal'];

/**
 * Copies a running server's data into `folder/data`, set to stream from that server. The package has no
 * `pg_basebackup`, which does the same.
 */
export async function copyToStandby(
  primary: { url: string; folder: string },
  { folder, runAs }: { folder: string; runAs: RunAs },
): Promise<void> {
  const [from, to] = [path.join(primary.folder, 'data'), path.join(folder, 'data')];
  const client = new Client({ connectionString: primary.url });
  await client.connect();
  try {
    // The slot keeps what is written from now on until the standby has received it.
    await client.query("select pg_create_physical_replication_slot('standby', true)");
    await client.query("select pg_backup_start('standby', fast => true)");
    await cp(from, to, { recursive: true, filter: (file) => isCopied(path.relative(from, file)) });
    for (const name of NOT_COPIED) await mkdir(path.join(to, name), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(primary.url);
  const settings = {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    primary_slot_name: 'standby',
    wal_retrieve_retry_interval: '100ms',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(path.join(to, 'postgresql.auto.conf'), lines.join(''));
  await writeFile(path.join(to, 'standby.signal'), '');
  await chmod(to, 0o700);
  await changeOwner(runAs, to);
}

function isCopied(file: string): boolean {
  const [first = ''] = file.split(path.sep);
  return !first.startsWith('postmaster.') && !NOT_COPIED.includes(first);
}
