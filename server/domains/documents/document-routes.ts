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
import { API } from '#contract/paths.ts';
import type { AdminApi, Api } from '#server/platform/http/api.ts';
import { addUploadUrlRoute, postRoutes } from '#server/records/stored-file/file-routes.ts';
import type { DocumentService } from './document-service.ts';

type Services = { documents: DocumentService };

export function addDocumentRoutes({ app, services, sendCached, describe }: Api<Services>): void {
  app.get(API.documents, { schema: describe('List documents', { response: Documents }) }, (request, reply) =>
    sendCached(request, reply, { read: services.documents.list }),
  );
}

export function addDocumentEditingRoutes(api: AdminApi<Services>): void {
  const { app, services, describe, authorOf } = api;
  const { documents } = services;
  const post = postRoutes(api);
  const response = SavedDocument;

  addUploadUrlRoute(
    api,
    API.documentUpload,
    'Get an upload URL for a document',
    DocumentUploadQuery,
    documents.signUpload,
  );

  post(
    API.saveDocument,
    'Save an uploaded document',
    { body: DocumentSave, response },
    (author, { fileUrl: url, title }) => documents.save(author, { url, texts: { title } }),
  );

  post(
    API.nameDocument,
    "Set a document's title",
    { body: DocumentTitle, response },
    (author, { id, title }, seen) => documents.change(author, { id, change: { title }, ...seen() }),
  );

  post(
    API.replaceDocument,
    "Replace a document's file",
    { body: DocumentReplacement, response },
    (author, { id, fileUrl: url }, seen) => documents.replace(author, { id, url, ...seen() }),
  );

  post(
    API.orderDocuments,
    'Set the order of the documents',
    { body: DocumentOrder, response: SavedDocuments },
    (author, { ids }, seen) => documents.order(author, { ids, ...seen() }),
  );

  app.delete(
    `${API.deleteDocument}/:id`,
    { schema: describe('Delete a document', { params: DocumentParams, response: DocumentRemoved }) },
    async (request) => {
      await documents.remove(authorOf(request), request.params.id);
      return true as const;
    },
  );

  app.get(
    API.deletedDocuments,
    { schema: describe('List deleted documents that can be restored', { response: DeletedDocuments }) },
    async () => documents.listDeleted(),
  );

  post(
    API.bringBackDocument,
    'Restore a deleted document',
    { body: DocumentUndelete, response },
    (author, { id }) => documents.undelete(author, id),
  );
}
