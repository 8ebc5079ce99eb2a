import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { DOCUMENT_TYPES } from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import { HttpError } from '#server/platform/http/problem.ts';
import { DOCUMENT_POLICY, responseHeaders } from '#server/platform/http/headers.ts';
import { rangeOf } from '#server/platform/http/range-of.ts';
import { isUnchanged } from '#server/platform/http/response.ts';
import { documentType } from './document-files.ts';
import type { DocumentService } from './document-service.ts';

/**
 * Adds the route for the files of documents, which browsers only download. It works while the database is unavailable.
 * `sendMissing` responds to a visitor of an address without a document.
 */
export function addDocumentFileRoutes(
  app: FastifyInstance,
  {
    documents,
    sendMissing,
  }: {
    documents: DocumentService;
    sendMissing: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  },
): void {
  app.get<{ Params: { id: string; name: string } }>(
    `${DOCUMENT_FILES}/:id/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, name } = request.params;
      const found = await documents.findFile(id, name);
      if (!found) return sendMissing(request, reply);
      const { size, etag, stream } = found;
      const range = rangeOf(request.headers, { size, etag });
      const headers = responseHeaders({}, { policy: DOCUMENT_POLICY, cache: 'revalidated' });
      const own = { ...headers, 'content-disposition': 'attachment', 'accept-ranges': 'bytes', etag };
      if (isUnchanged(request.headers, etag)) return reply.code(304).headers(own).send();
      if (range === 'unsatisfiable') {
        void reply.header('content-range', `bytes */${size}`);
        throw new HttpError(416, 'no-such-range');
      }
      void reply.headers(own);
      const { start, end } = range ?? { start: 0, end: size - 1 };
      if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
      void reply.headers({
        'content-type': DOCUMENT_TYPES[documentType(name)],
        'content-length': end - start + 1,
      });
      // Fastify does not change the content-length of a stream, so HEAD can send an empty one.
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : stream(range));
    },
  );
}
