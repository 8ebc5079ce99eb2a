import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCUMENT_TYPES } from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import { DOCUMENT_POLICY, responseHeaders } from '#server/http/headers.ts';
import { sendFile } from '#server/http/send-file.ts';
import { documentType } from './document-kind.ts';
import type { DocumentService } from './document-service.ts';

type Parts = {
  documents: DocumentService;
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
  sendMissing: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

/**
 * Adds the route for the files of documents, which browsers only download. It works while the database is unavailable.
 * `sendMissing` responds to a visitor of an address without a document.
 */
export function addDocumentFileRoutes(
  app: FastifyInstance,
  { documents, isAdmin, sendMissing }: Parts,
): void {
  app.get<{ Params: { id: string; name: string } }>(
    `${DOCUMENT_FILES}/:id/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { params } = request;
      const found = await documents.findFile(params, () => isAdmin(request));
      if (!found) return sendMissing(request, reply);
      return sendFile(request, reply, found, {
        ...responseHeaders({
          type: DOCUMENT_TYPES[documentType(params.name)],
          policy: DOCUMENT_POLICY,
          cache: found.cache,
        }),
        'content-disposition': 'attachment',
      });
    },
  );
}
