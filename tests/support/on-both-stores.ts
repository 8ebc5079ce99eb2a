import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ObjectStorage } from '#server/platform/settings/config.ts';
import { NO_S3_SERVER, s3Environment, startS3Server } from './s3-server.ts';

export type FileLocation = {
  kind: 'disk' | 'S3';
  settings: { dataDir: string; objectStorage: ObjectStorage | undefined };
  environment: NodeJS.ProcessEnv;
};

export const freshBucket = async (): Promise<ObjectStorage> => (await startS3Server()).createBucket();

export function onBothStores(name: string, work: (location: FileLocation) => Promise<void>): void {
  for (const kind of ['disk', 'S3'] as const) {
    void test(`${name} (${kind})`, { skip: kind === 'S3' && NO_S3_SERVER }, async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
      const objectStorage = kind === 'S3' ? await freshBucket() : undefined;
      await work({
        kind,
        settings: { dataDir: folder.path, objectStorage },
        environment: { DATA_DIR: folder.path, ...(objectStorage && s3Environment(objectStorage)) },
      });
    });
  }
}
