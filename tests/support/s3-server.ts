import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasSwift } from '#script/swift.ts';
import type { ObjectStorage } from '#server/platform/settings/config.ts';

/** Debian's Python, which can import the Swift packages; another one may come first in PATH. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = join(import.meta.dirname, 'swift-server.py');

export type S3Server = AsyncDisposable & {
  access: Access;
  createBucket(): Promise<ObjectStorage>;
};

type Access = Pick<ObjectStorage, 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'>;

/** Environment variable with the shared server's `access`, as JSON. */
export const SHARED_S3_VARIABLE = 'SCALEHOUSE_TEST_S3';

const given = process.env['S3_TEST_ENDPOINT'];

/** Reason to skip tests that need an S3 server, or false. */
export const NO_S3_SERVER =
  !given &&
  !hasSwift() &&
  'SKIPPED: there is no S3 server. Install Swift (apt-get install swift-proxy swift-account swift-container swift-object), or name a server in S3_TEST_ENDPOINT, with S3_TEST_ACCESS_KEY_ID and S3_TEST_SECRET_ACCESS_KEY';

/**
 * Starts OpenStack Swift on 127.0.0.1, unless the global setup has started it. Swift stops and removes its files when
 * this process ends for any reason. With S3_TEST_ENDPOINT set, uses that server and leaves the buckets
 * (`scalehouse-test-…`) there.
 */
export async function startS3Server(): Promise<S3Server> {
  if (given) {
    const access = {
      endpoint: given,
      region: process.env['S3_TEST_REGION'] ?? 'us-east-1',
      accessKeyId: process.env['S3_TEST_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: process.env['S3_TEST_SECRET_ACCESS_KEY'] ?? '',
    };
    return {
      access,
      createBucket: () => createBucket(access),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const shared = process.env[SHARED_S3_VARIABLE];
  if (shared) {
    const access = JSON.parse(shared) as Access;
    return {
      access,
      createBucket: () => createBucket(access),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const secret = randomBytes(16).toString('hex');
  const folder = await mkdtemp(join(tmpdir(), 'scalehouse-swift-'));
  const child = spawn(PYTHON, [PROGRAM, folder, 'scalehouse', secret], {
    // Do not pass on Ctrl-C: tests may still need the server while they end.
    detached: true,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-4000)));
  const ended = once(child, 'close');
  const handles = [child, child.stdin, child.stdout, child.stderr] as { ref(): void; unref(): void }[];
  const stop = async () => {
    for (const each of handles) each.ref();
    child.stdin.end();
    await ended;
    // Swift removes its folder when it exits, unless it crashed.
    await rm(folder, { recursive: true, force: true });
  };
  const first = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const response = await Promise.race([first, ended]);
  const port = Number(response[0]);
  if (!(port > 0) || child.exitCode !== null) {
    await stop();
    throw new Error(`Swift did not start: ${errorOutput}`);
  }
  // Do not keep the process alive.
  for (const each of handles) each.unref();
  const access = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'tests:scalehouse',
    secretAccessKey: secret,
  };
  return { access, createBucket: () => createBucket(access), [Symbol.asyncDispose]: stop };
}

async function createBucket(access: Access): Promise<ObjectStorage> {
  // Load the SDK only in test processes: the global setup starts the server without it.
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey } = access;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const bucket = `scalehouse-test-${randomBytes(8).toString('hex')}`;
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
  return { ...access, publicUrl: endpoint, bucket };
}

export const s3Environment = (storage: ObjectStorage): NodeJS.ProcessEnv => ({
  S3_ENDPOINT: storage.endpoint,
  S3_PUBLIC_URL: storage.publicUrl,
  S3_REGION: storage.region,
  S3_BUCKET: storage.bucket,
  S3_ACCESS_KEY_ID: storage.accessKeyId,
  S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
});
