import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { UPLOAD_URL_LIFE_S } from '#contract/images.ts';
import type { ObjectStorage } from '#server/platform/settings/config.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import { checkKey, isKey, type FileKey, type FileStore } from './file-store.ts';

/** Timeouts per attempt; the SDK makes three attempts. */
const CONNECT_MS = 2_000;
const IDLE_TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

export type S3Options = {
  now?: () => number;
  idleTimeoutMs?: number;
};

/** Creates a file store in a private S3-compatible bucket. Browsers only write, with signed URLs. */
export function createS3Files(
  storage: ObjectStorage,
  { now = () => Date.now(), idleTimeoutMs = IDLE_TIMEOUT_MS }: S3Options = {},
): FileStore {
  const Bucket = storage.bucket;
  const client = createClient(storage, storage.endpoint, idleTimeoutMs);
  // The signature covers the host, and browsers may use a different one than this server.
  const signer = createClient(storage, storage.publicUrl, idleTimeoutMs);

  /** Sends the request on the first read. `IfMatch` detects a file that was replaced since it was found. */
  async function* read(key: FileKey, etag: string): AsyncGenerator<Uint8Array> {
    const sent = client.send(new GetObjectCommand({ Bucket, Key: key, IfMatch: etag }));
    const { Body } = await wrappingErrors(`read ${key}`, sent);
    try {
      yield* Body as Readable;
    } catch (error) {
      throw wrapS3Error(`read ${key}`, error);
    }
  }

  return {
    async save(key, content) {
      checkKey(key);
      // Buffer the body, so that the SDK can retry it and sign all bytes.
      const Body = Buffer.concat(await Array.fromAsync(content));
      await wrappingErrors(`save ${key}`, client.send(new PutObjectCommand({ Bucket, Key: key, Body })));
    },

    async find(key) {
      checkKey(key);
      const sent = client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(orMissing);
      const found = await wrappingErrors(`find ${key}`, sent);
      if (!found) return undefined;
      const { ContentLength: size = 0, ETag: etag = '', LastModified: changedAt = new Date(0) } = found;
      return { size, etag, changedAt, stream: () => Readable.from(read(key, etag), { objectMode: false }) };
    },

    async remove(key) {
      checkKey(key);
      const sent = client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(orMissing);
      await wrappingErrors(`delete ${key}`, sent);
    },

    async *list() {
      for (const Prefix of ['uploads/', 'images/']) {
        const pages = paginateListObjectsV2({ client }, { Bucket, Prefix })[Symbol.asyncIterator]();
        for (;;) {
          const { value: page, done } = await wrappingErrors('list files', pages.next());
          if (done) break;
          for (const { Key: key = '', LastModified: changedAt } of page.Contents ?? []) {
            if (isKey(key) && changedAt) yield { key, changedAt };
          }
        }
      }
    },

    async signUpload(key, { contentType, size }) {
      checkKey(key);
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: size,
      });
      return getSignedUrl(signer, command, {
        expiresIn: UPLOAD_URL_LIFE_S,
        signingDate: new Date(now()),
        // The SDK signs these headers only if listed. Omit undeclared ones, for which it would make up values.
        signableHeaders: new Set([
          ...(contentType === undefined ? [] : ['content-type']),
          ...(size === undefined ? [] : ['content-length']),
        ]),
      });
    },
  };
}

/** Opens the bucket. Throws StartError if the store rejects it, but not if it is down, which affects only images. */
export async function openS3Files(storage: ObjectStorage, options?: S3Options): Promise<FileStore> {
  const client = createClient(storage, storage.endpoint, IDLE_TIMEOUT_MS);
  try {
    await client.send(new HeadBucketCommand({ Bucket: storage.bucket }));
  } catch (error) {
    const status = statusOf(error);
    if (status === 404)
      throw new StartError(
        `S3_BUCKET: there's no bucket ${storage.bucket} at S3_ENDPOINT. Create it, or check both settings.`,
      );
    if (status === 403) {
      throw new StartError(
        `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: this key doesn't have access to bucket ${storage.bucket}. Give it access, or set another key.`,
      );
    }
    if (status !== undefined && status < 500) {
      throw new StartError(
        `S3_ENDPOINT, S3_REGION: storage returned error ${status} for bucket ${storage.bucket}. Check both settings.`,
      );
    }
  } finally {
    client.destroy();
  }
  return createS3Files(storage, options);
}

function createClient(
  { region, accessKeyId, secretAccessKey }: ObjectStorage,
  endpoint: string,
  idleTimeoutMs: number,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Use path-style URLs, which every S3-compatible store supports; virtual-hosted style needs a DNS name per bucket.
    forcePathStyle: true,
    // Other stores than Amazon's do not support the newer default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleTimeoutMs },
  });
}

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

function orMissing(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error;
}

async function wrappingErrors<Result>(what: string, sent: Promise<Result>): Promise<Result> {
  try {
    return await sent;
  } catch (error) {
    throw wrapS3Error(what, error);
  }
}

/** Wraps an SDK error. Keeps only its name, code and status: the other fields contain parts of the request. */
function wrapS3Error(what: string, error: unknown): Error {
  const status = statusOf(error);
  const { name, code = name } = error as NodeJS.ErrnoException;
  if (status === undefined || status >= 500 || status === 429) return unavailable(code);
  return new Error(`Couldn't ${what}: object storage returned error ${status} (${name}).`);
}

const unavailable = (name: string) =>
  new UnavailableError(
    'files-unavailable',
    `Image storage isn't responding (${name}). Try again in a minute.`,
    RETRY_AFTER_SECONDS,
  );
