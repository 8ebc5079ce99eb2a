import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { UPLOAD_URL_LIFE_S } from '#contract/images.ts';
import { afterFailure, circuitAt, CLOSED, type Circuit } from '#server/platform/circuit.ts';
import type { ObjectStorage } from '#server/platform/settings/config.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  checkKey,
  FILE_FOLDERS,
  filesUnavailable,
  isKey,
  type FileKey,
  type FileStore,
} from './file-store.ts';

/** Timeouts per attempt; the SDK makes three attempts. */
const CONNECT_MS = 2_000;
const IDLE_TIMEOUT_MS = 10_000;
/** Deadlines of an operation with all its attempts. That of a read covers the time until its first byte. */
const DEADLINE_MS = { start: 3_000, usual: 5_000, save: 60_000 } as const;
/** Operations fail immediately for a while after repeated failures, so that visitors do not wait for each image. */
const PAUSE_MS = { open: 1_000, longest: 15_000 } as const;
/** Requests for a file whose body breaks off, each for what is missing. */
const BODY_ATTEMPTS = 3;

export type S3Options = {
  log?: (error: Error, sentence: string) => void;
  now?: () => number;
  idleTimeoutMs?: number;
  deadlineMs?: Record<keyof typeof DEADLINE_MS, number>;
  pauseMs?: Record<keyof typeof PAUSE_MS, number>;
};

/** Creates a file store in a private S3-compatible bucket. Browsers only write, with signed URLs. */
export function createS3Files(
  storage: ObjectStorage,
  {
    now = () => Date.now(),
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    deadlineMs = DEADLINE_MS,
    pauseMs = PAUSE_MS,
  }: S3Options = {},
): FileStore {
  const { bucket: Bucket, prefix } = storage;
  const client = createClient(storage, storage.endpoint, idleTimeoutMs);
  // The signature covers the host, and browsers may use a different one than this server.
  const signer = createClient(storage, storage.publicUrl, idleTimeoutMs);
  const run = createGuard(deadlineMs.usual, pauseMs);

  /** Sends the request on the first read. `IfMatch` detects a file that was replaced since it was found. */
  async function* read(
    key: FileKey,
    { etag, size }: { etag: string; size: number },
    part?: { start: number; end: number },
  ): AsyncGenerator<Uint8Array> {
    let { start: at, end } = part ?? { start: 0, end: size - 1 };
    for (let attempt = 1; at <= end; attempt += 1) {
      const Range = part || at > 0 ? `bytes=${at}-${end}` : undefined;
      const command = new GetObjectCommand({ Bucket, Key: prefix + key, IfMatch: etag, Range });
      const { Body, ContentLength } = await run(`read ${key}`, async (options) =>
        client.send(command, options),
      );
      try {
        if (ContentLength !== end - at + 1) throw new Error('The body has another length.');
        for await (const bytes of Body as Readable as AsyncIterable<Uint8Array>) {
          at += bytes.length;
          yield bytes;
        }
      } catch (error) {
        (Body as Readable).destroy();
        if (attempt >= BODY_ATTEMPTS) throw wrapS3Error(`read ${key}`, error);
      }
    }
  }

  return {
    async save(key, content) {
      checkKey(key);
      // Buffer the body, so that the SDK can retry it and sign all bytes.
      const Body = Buffer.concat(await Array.fromAsync(content));
      const command = new PutObjectCommand({ Bucket, Key: prefix + key, Body });
      await run(`save ${key}`, async (options) => client.send(command, options), deadlineMs.save);
    },

    async find(key) {
      checkKey(key);
      const command = new HeadObjectCommand({ Bucket, Key: prefix + key });
      const found = await run(`find ${key}`, async (options) =>
        client.send(command, options).catch(orMissing),
      );
      if (!found) return undefined;
      const { ContentLength: size = 0, ETag: etag = '', LastModified: changedAt = new Date(0) } = found;
      return {
        size,
        etag,
        changedAt,
        stream: (part) => Readable.from(read(key, { etag, size }, part), { objectMode: false }),
      };
    },

    async remove(key) {
      checkKey(key);
      const command = new DeleteObjectCommand({ Bucket, Key: prefix + key });
      await run(`delete ${key}`, async (options) => client.send(command, options).catch(orMissing));
    },

    async *list(only) {
      for (const folder of only ? [only] : FILE_FOLDERS) {
        const Prefix = `${prefix}${folder}/`;
        for (let next: string | undefined, first = true; first || next; first = false) {
          const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: next });
          const page = await run('list files', async (options) => client.send(command, options));
          for (const { Key = '', Size: size = 0, LastModified: changedAt } of page.Contents ?? []) {
            const key = Key.slice(prefix.length);
            if (isKey(key) && changedAt) yield { key, size, changedAt };
          }
          next = page.NextContinuationToken;
        }
      }
    },

    async signUpload(key, { contentType, size }) {
      checkKey(key);
      const command = new PutObjectCommand({
        Bucket,
        Key: prefix + key,
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
export async function openS3Files(storage: ObjectStorage, options: S3Options = {}): Promise<FileStore> {
  const { deadlineMs = DEADLINE_MS } = options;
  const client = createClient(storage, storage.endpoint, IDLE_TIMEOUT_MS);
  try {
    const abortSignal = AbortSignal.timeout(deadlineMs.start);
    await client.send(new HeadBucketCommand({ Bucket: storage.bucket }), { abortSignal });
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
    // Without the client's error, which contains the request.
    options.log?.(
      new Error(status === undefined ? (error as Error).name : `Error ${status}`),
      "Object storage isn't responding. Pages work, but no images or documents load or can be saved until it does.",
    );
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

/** Wraps an SDK error. Keeps only its name, code and status: the other fields contain parts of the request. */
function wrapS3Error(what: string, error: unknown): Error {
  const status = statusOf(error);
  const { name, code = name } = error as NodeJS.ErrnoException;
  const answer = status === undefined ? `didn't respond (${code})` : `returned error ${status} (${name})`;
  const cause = new Error(`Couldn't ${what}: object storage ${answer}.`);
  return status === undefined || status >= 500 || status === 429 ? filesUnavailable(cause) : cause;
}

/**
 * Creates a function that runs an operation within its deadline. It throws UnavailableError if the store does not
 * respond, without asking it again for a while. Then a single operation decides for all. Failures of operations that ran
 * at the same time count once.
 */
function createGuard(usualMs: number, pauseMs: NonNullable<S3Options['pauseMs']>) {
  let circuit: Circuit = CLOSED;

  return async function run<Result>(
    what: string,
    send: (options: { abortSignal: AbortSignal }) => Promise<Result>,
    ms = usualMs,
  ): Promise<Result> {
    const before = circuitAt(circuit, performance.now());
    if (before.state === 'open') {
      throw filesUnavailable(new Error(`Couldn't ${what}: object storage hasn't been responding.`));
    }
    // Until a single operation has decided, it stays open for the others.
    if (before.state === 'half-open') circuit = { ...before, state: 'open', until: Infinity };
    const during = circuit;
    // Ends with the head of the response: a large file takes as long as it takes.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), ms);
    try {
      const result = await send({ abortSignal: deadline.signal });
      circuit = CLOSED;
      return result;
    } catch (thrown) {
      const error = wrapS3Error(what, thrown);
      if (!(error instanceof UnavailableError)) circuit = CLOSED;
      else if (circuit === during) {
        circuit = afterFailure(before, { now: performance.now(), random: Math.random(), pauseMs });
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
