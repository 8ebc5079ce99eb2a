import { SHARED_CLUSTER_VARIABLE } from './databases.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';

let cluster: PostgresCluster | undefined;

/** Called by the test runner before the first test file: starts the PostgreSQL that all of them share. */
export async function globalSetup(): Promise<void> {
  cluster = await startPostgresCluster();
  // The processes of the test files are started later and inherit this.
  process.env[SHARED_CLUSTER_VARIABLE] = cluster.url;
}

/** Called by the test runner after the last test file. */
export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
