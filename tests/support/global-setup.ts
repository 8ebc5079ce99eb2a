import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/platform/database/database.ts';
import { databaseFile, openDatabase } from '#server/platform/database/open-database.ts';
import { openFileStore } from '#server/platform/files/open-files.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import {
  DEMO_VARIABLE,
  isSqliteOnly,
  runSql,
  SHARED_CLUSTER_VARIABLE,
  TEMPLATE_VARIABLES,
} from './databases.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
import { NO_S3_SERVER, SHARED_S3_VARIABLE, startS3Server, type S3Server } from './s3-server.ts';

const DEMO_GALLERY = join(import.meta.dirname, '../../content/demo/gallery');

let cluster: PostgresCluster | undefined;
let s3: S3Server | undefined;
let folder: string | undefined;

/** Starts the servers that all test files share, and creates the databases and the data folder that tests copy. */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
  const [empty, demo] = [join(folder, 'empty'), join(folder, 'demo')];
  await makeDatabase({ dataDir: empty });
  await makeDatabase({ dataDir: demo }, async (database) => {
    const { files } = await openFileStore({ dataDir: demo, objectStorage: undefined }, { now: Date.now });
    await seedContent(database, 'demo', new Date(), { files, folder: DEMO_GALLERY });
  });
  process.env[TEMPLATE_VARIABLES.SQLite] = databaseFile(empty);
  process.env[DEMO_VARIABLE] = demo;
  await Promise.all([startS3(), !isSqliteOnly() && startPostgres(empty)]);
}

async function startS3(): Promise<void> {
  if (NO_S3_SERVER) return;
  s3 = await startS3Server();
  process.env[SHARED_S3_VARIABLE] = JSON.stringify(s3.access);
}

async function startPostgres(dataDir: string): Promise<void> {
  cluster = await startPostgresCluster();
  const template = await cluster.createDatabase();
  await makeDatabase({ dataDir, databaseUrl: template });
  // PostgreSQL copies a database only while it has no connections.
  const name = new URL(template).pathname.slice(1);
  await runSql(cluster.url, `alter database ${name} with allow_connections false`);
  process.env[SHARED_CLUSTER_VARIABLE] = cluster.url;
  process.env[TEMPLATE_VARIABLES.PostgreSQL] = template;
}

async function makeDatabase(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
  fill?: (database: Database) => Promise<void>,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await fill?.(database);
  } finally {
    await database.close();
  }
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
  await s3?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, { recursive: true, force: true });
}
