import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { UPLOAD_MAX_BYTES, UploadParams, UploadSignature } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import { allowSlow } from '#server/http/connection-errors.ts';
import { HttpError } from '#server/http/problem.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';
import type { UploadTerms } from '#server/platform/files/file-store.ts';

/** Timeouts of an upload: without any data, and in total, enough for a photo on a slow connection. */
const TIMEOUT_MS = { idle: 30_000, total: 10 * 60_000 } as const;

/** Adds the upload route for files on this server's disk. It needs a session in addition to the signed URL. */
export function addUploadRoute({ app }: AdminApi, files: DiskFileStore): void {
  void app.register(async (instance) => {
    const scope = instance.withTypeProvider<TypeBoxTypeProvider>();
    scope.removeAllContentTypeParsers();
    // Accept any media type, but read the body only after the signature has been checked.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.put(
      `${API.uploads}/:fileName`,
      route('Upload a file', {
        params: UploadParams,
        querystring: UploadSignature,
        response: Type.Object({}),
      }),
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
          // Do not wait for the rest of the body.
          void reply.header('connection', 'close');
          throw request.raw.readableAborted ? uploadInterrupted() : error;
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

/** Yields the body. Throws 413 above `UPLOAD_MAX_BYTES`, and 403 if the length is not `size`. */
export async function* readBody(body: Readable, size: number | undefined): AsyncGenerator<Buffer> {
  const abort = () => void body.destroy();
  const total = setTimeout(abort, TIMEOUT_MS.total);
  const idle = setTimeout(abort, TIMEOUT_MS.idle);
  let received = 0;
  try {
    // Keep the socket open after an early exit, so that the client receives the 413.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      idle.refresh();
      received += chunk.length;
      if (received > UPLOAD_MAX_BYTES) throw tooLarge();
      yield chunk;
    }
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
  if (size !== undefined && received !== size) throw notAsSigned();
}

const notAsSigned = () => new HttpError(403, 'upload-not-as-signed');

const tooLarge = () => new HttpError(413, 'file-too-large', { field: 'body' });

const uploadInterrupted = () => new HttpError(400, 'upload-broken-off');
