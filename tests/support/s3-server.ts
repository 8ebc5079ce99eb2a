import { randomBytes } from 'node:crypto';
import { hasSwift } from '#script/swift.ts';
import type { ObjectStorage } from '#server/platform/settings/config.ts';
import { startSwift, type S3Access } from './swift-server.ts';

export type S3Server = AsyncDisposable & {
  access: S3Access;
  createBucket(): Promise<ObjectStorage>;
};

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
    const access = JSON.parse(shared) as S3Access;
    return {
      access,
      createBucket: () => createBucket(access),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const { access, stop } = await startSwift();
  return { access, createBucket: () => createBucket(access), [Symbol.asyncDispose]: stop };
}

export async function createBucket(access: S3Access): Promise<ObjectStorage> {
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
  return { ...access, publicUrl: endpoint, bucket, prefix: '' };
}

export const s3Environment = (storage: ObjectStorage): NodeJS.ProcessEnv => ({
  S3_ENDPOINT: storage.endpoint,
  S3_PUBLIC_URL: storage.publicUrl,
  S3_REGION: storage.region,
  S3_BUCKET: storage.bucket,
  S3_PREFIX: storage.prefix.slice(0, -1),
  S3_ACCESS_KEY_ID: storage.accessKeyId,
  S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
});
