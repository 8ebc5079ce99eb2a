import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { UPLOAD_MAX_BYTES, UploadParams, UploadSignature } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi } from '#server/api.ts';
import { HttpError } from '#server/errors.ts';
import type { Refusals } from '#server/http/refusals.ts';
import type { DiskFileStore } from './disk-file-store.ts';
import type { UploadTerms } from './file-store.ts';

/** A photograph over a slow line takes its time; a line on which nothing moves is given up. */
const PATIENCE_MS = { silence: 30_000, whole: 10 * 60_000 } as const;

/**
 * Takes uploads where files are on this server's own disk. They are for administrators, who need a signed address
 * besides, and go to the disk as they arrive.
 */
export function addUploadRoute(
  { app, describe }: AdminApi,
  { files, allowSlow }: { files: DiskFileStore; allowSlow: Refusals['allowSlow'] },
): void {
  void app.register(async (instance) => {
    const scope = instance.withTypeProvider<TypeBoxTypeProvider>();
    scope.removeAllContentTypeParsers();
    // A file may be of any type, and is read only when its address was found to be signed.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.put(
      `${API.uploads}/:fileName`,
      {
        schema: describe('Upload a file', {
          params: UploadParams,
          querystring: UploadSignature,
          answer: Type.Object({}),
        }),
      },
      async (request, reply) => {
        const key = `uploads/${request.params.fileName}` as const;
        const { expires, signature, contentType, size } = request.query;
        const terms = { contentType, size: size === undefined ? undefined : Number(size) };
        files.checkUpload(key, { expires: Number(expires), signature, ...terms });
        try {
          checkHeaders(request, terms);
          const { raw } = request;
          await allowSlow(raw.socket, () => files.save(key, readBody(raw, terms.size)));
        } catch (error) {
          // What else is on its way is not waited for.
          void reply.header('connection', 'close');
          throw request.raw.readableAborted ? brokenOff() : error;
        }
        return {};
      },
    );
  });
}

function checkHeaders({ headers }: FastifyRequest, terms: UploadTerms): void {
  if (terms.contentType !== undefined && headers['content-type'] !== terms.contentType) throw notAsSigned();
  const length = headers['content-length'];
  if (length === undefined) return;
  if (terms.size !== undefined && Number(length) !== terms.size) throw notAsSigned();
  if (Number(length) > UPLOAD_MAX_BYTES) throw tooLarge();
}

/** The body as it arrives, as long as it comes on and is no larger than it may be. */
async function* readBody(body: Readable, size: number | undefined): AsyncGenerator<Buffer> {
  const giveUp = () => void body.destroy();
  const whole = setTimeout(giveUp, PATIENCE_MS.whole);
  const silence = setTimeout(giveUp, PATIENCE_MS.silence);
  let received = 0;
  try {
    // Whoever sends too much is to be told, so the connection must outlive the reading.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      silence.refresh();
      received += chunk.length;
      if (received > UPLOAD_MAX_BYTES) throw tooLarge();
      yield chunk;
    }
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
  }
  if (size !== undefined && received !== size) throw notAsSigned();
}

const notAsSigned = () =>
  new HttpError(403, 'upload-not-as-signed', 'The file is not of the type or size that was told before.');

const tooLarge = () =>
  new HttpError(
    413,
    'file-too-large',
    `The file is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} megabytes.`,
    { field: 'body' },
  );

const brokenOff = () => new HttpError(400, 'upload-broken-off', 'The file did not arrive whole.');
