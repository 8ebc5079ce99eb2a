import {
  DeletedDocuments,
  DocumentOrder,
  DocumentParams,
  DocumentRemoved,
  DocumentReplacement,
  Documents,
  DocumentSave,
  DocumentTitle,
  DocumentUndelete,
  DocumentUploadQuery,
  SavedDocument,
  SavedDocuments,
} from '#contract/documents.ts';
import { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { baseVersionOf, type AdminApi, type Api } from '#server/platform/http/api.ts';
import type { DocumentService } from './document-service.ts';

type Services = { documents: DocumentService };

export function addDocumentRoutes({ app, services, sendCached, describe }: Api<Services>): void {
  app.get(API.documents, { schema: describe('List documents', { response: Documents }) }, (request, reply) =>
    sendCached(request, reply, { read: services.documents.list }),
  );
}

export function addDocumentEditingRoutes({ app, services, describe, authorOf }: AdminApi<Services>): void {
  app.get(
    API.documentUpload,
    {
      schema: describe('Get an upload URL for a document', {
        querystring: DocumentUploadQuery,
        response: Upload,
      }),
    },
    async ({ query: { size, ...query } }) =>
      services.documents.signUpload({ ...query, size: size === undefined ? undefined : Number(size) }),
  );

  app.post(
    API.saveDocument,
    { schema: describe('Save an uploaded document', { body: DocumentSave, response: SavedDocument }) },
    async (request) => services.documents.save(authorOf(request), request.body),
  );

  app.post(
    API.nameDocument,
    { schema: describe("Set a document's title", { body: DocumentTitle, response: SavedDocument }) },
    async (request) =>
      services.documents.setTitle(authorOf(request), {
        ...request.body,
        baseVersion: baseVersionOf(request),
      }),
  );

  app.post(
    API.replaceDocument,
    { schema: describe("Replace a document's file", { body: DocumentReplacement, response: SavedDocument }) },
    async (request) =>
      services.documents.replace(authorOf(request), {
        ...request.body,
        baseVersion: baseVersionOf(request),
      }),
  );

  app.post(
    API.orderDocuments,
    { schema: describe('Set the order of the documents', { body: DocumentOrder, response: SavedDocuments }) },
    async (request) =>
      services.documents.order(authorOf(request), { ...request.body, baseVersion: baseVersionOf(request) }),
  );

  app.delete(
    `${API.deleteDocument}/:id`,
    { schema: describe('Delete a document', { params: DocumentParams, response: DocumentRemoved }) },
    async (request) => {
      await services.documents.remove(authorOf(request), request.params.id);
      return true as const;
    },
  );

  app.get(
    API.deletedDocuments,
    { schema: describe('List deleted documents that can be restored', { response: DeletedDocuments }) },
    async () => services.documents.listDeleted(),
  );

  app.post(
    API.bringBackDocument,
    { schema: describe('Restore a deleted document', { body: DocumentUndelete, response: SavedDocument }) },
    async (request) => services.documents.undelete(authorOf(request), request.body.id),
  );
}
