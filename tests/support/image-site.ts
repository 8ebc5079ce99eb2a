import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAdmin, signIn, type AdminClient } from './http-client.ts';
import { openTestSite, type TestSite } from './test-site.ts';

export type ImageSite = AsyncDisposable & { site: TestSite; editor: AdminClient; dataDir: string };

export async function openImageSite({
  environment,
  ...options
}: Parameters<typeof openTestSite>[0] = {}): Promise<ImageSite> {
  await using cleanup = new AsyncDisposableStack();
  const { path: dataDir } = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const site = cleanup.use(
    await openTestSite({
      seedContent: 'none',
      environment: { DATA_DIR: dataDir, ...environment },
      ...options,
    }),
  );
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const everything = cleanup.move();
  return { site, editor, dataDir, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}
