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
import type { ObjectStorage } from '#server/config.ts';
import { HttpError } from '#server/errors.ts';
import { StartError } from '#server/start-error.ts';
import { checkKey, isKey, type FileKey, type FileStore } from './file-store.ts';

/** Each of them per try, of which there are three. */
const CONNECT_MS = 2_000;
const SILENCE_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

export type S3Options = {
  now?: () => number;
  /** How long a connection may be silent, per try. */
  silenceMs?: number;
};

/** The files in a bucket of a store that speaks S3. Nothing in it is public: browsers only ever write, where we sign. */
export function createS3Files(
  storage: ObjectStorage,
  { now = () => Date.now(), silenceMs = SILENCE_MS }: S3Options = {},
): FileStore {
  const Bucket = storage.bucket;
  const client = createClient(storage, storage.endpoint, silenceMs);
  // The address is part of what is signed, and browsers may have another than we.
  const signer = createClient(storage, storage.publicUrl, silenceMs);

  /** Asked for only when it is read. What has been replaced meanwhile is none of it. */
  async function* read(key: FileKey, etag: string): AsyncGenerator<Uint8Array> {
    const asked = client.send(new GetObjectCommand({ Bucket, Key: key, IfMatch: etag }));
    const { Body } = await orOurs(`read ${key}`, asked);
    try {
      yield* Body as Readable;
    } catch (error) {
      throw toOurs(`read ${key}`, error);
    }
  }

  return {
    async save(key, content) {
      checkKey(key);
      // Whole, so that it can be sent again, and is signed to the last byte.
      const Body = Buffer.concat(await Array.fromAsync(content));
      await orOurs(`keep ${key}`, client.send(new PutObjectCommand({ Bucket, Key: key, Body })));
    },

    async find(key) {
      checkKey(key);
      const asked = client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(orMissing);
      const found = await orOurs(`find ${key}`, asked);
      if (!found) return undefined;
      const { ContentLength: size = 0, ETag: etag = '', LastModified: changedAt = new Date(0) } = found;
      return { size, etag, changedAt, stream: () => Readable.from(read(key, etag), { objectMode: false }) };
    },

    async remove(key) {
      checkKey(key);
      const asked = client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(orMissing);
      await orOurs(`remove ${key}`, asked);
    },

    async *list() {
      for (const Prefix of ['uploads/', 'images/']) {
        const pages = paginateListObjectsV2({ client }, { Bucket, Prefix })[Symbol.asyncIterator]();
        for (;;) {
          const { value: page, done } = await orOurs('list files', pages.next());
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
        // By themselves they would not be signed; and what was not told is nothing that the library may make up.
        signableHeaders: new Set([
          ...(contentType === undefined ? [] : ['content-type']),
          ...(size === undefined ? [] : ['content-length']),
        ]),
      });
    },
  };
}

/**
 * Opens the bucket of the settings. Throws StartError when the store refuses it. One that does not answer stops no
 * start: the site can do without pictures for a while.
 */
export async function openS3Files(storage: ObjectStorage, options?: S3Options): Promise<FileStore> {
  const client = createClient(storage, storage.endpoint, SILENCE_MS);
  try {
    await client.send(new HeadBucketCommand({ Bucket: storage.bucket }));
  } catch (error) {
    const status = statusOf(error);
    if (status === 404)
      throw new StartError(`S3_BUCKET: there is no bucket ${storage.bucket} at S3_ENDPOINT.`);
    if (status === 403) {
      throw new StartError(
        `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the store refuses this key for the bucket ${storage.bucket}.`,
      );
    }
    if (status !== undefined && status < 500) {
      throw new StartError(
        `S3_ENDPOINT, S3_REGION: the store answers ${status} for the bucket ${storage.bucket}.`,
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
  silenceMs: number,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Understood by every store; the other way needs a name of its own for each bucket.
    forcePathStyle: true,
    // Stores other than Amazon's do not know the checksums that came later.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  });
}

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

function orMissing(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error;
}

async function orOurs<Result>(what: string, asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw toOurs(what, error);
  }
}

/** What the library throws holds half of the request: nothing of it goes any further. */
function toOurs(what: string, error: unknown): Error {
  const status = statusOf(error);
  const { name, code = name } = error as NodeJS.ErrnoException;
  if (status === undefined || status >= 500 || status === 429) return unavailable(code);
  return new Error(`The object storage answered ${status} (${name}) when asked to ${what}.`);
}

const unavailable = (name: string) =>
  new HttpError(
    503,
    'files-unavailable',
    `The store of files does not answer (${name}). Please try again in a moment.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
