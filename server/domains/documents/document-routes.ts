import {
  DeletedDocuments,
  DocumentOrder,
  DocumentParams,
  DocumentReplacement,
  Documents,
  DocumentSave,
  DocumentTexts,
  SavedDocument,
  SavedDocuments,
} from '#contract/documents.ts';
import { FileRemoved } from '#contract/images.ts';
import { responseHeaders } from '#server/http/headers.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi, type Api } from '#server/http/api.ts';
import { addUploadUrlRoute, postRoutes } from '#server/records/stored-file/file-routes.ts';
import { DOCUMENT_ORDER_SUBJECT } from './document-kind.ts';
import type { DocumentService } from './document-service.ts';

type Services = { documents: DocumentService };

export function addDocumentRoutes({ app, services, sendCached, isAdmin }: Api<Services>): void {
  app.get(
    API.documents,
    route('List documents: those that visitors can open or, for administrators, all', {
      response: Documents,
    }),
    async (request, reply) => {
      const { listShown, list } = services.documents;
      // Not cached, because the same request of an administrator gets another response.
      return (await isAdmin(request))
        ? sendCached(request, reply, { key: null, read: list, headers: responseHeaders({ cache: 'admin' }) })
        : sendCached(request, reply, { key: null, read: listShown });
    },
  );
}

export function addDocumentEditingRoutes(api: AdminApi<Services>): void {
  const { app, services, authorOf } = api;
  const { documents } = services;
  const post = postRoutes(api, SavedDocument);

  addUploadUrlRoute(api, API.documentUpload, 'Get an upload URL for a document', documents.signUpload);

  post(API.saveDocument, 'Save an uploaded document', DocumentSave, (author, { fileUrl: url, ...sent }) =>
    documents.save(author, { url, texts: { title: sent.title, audience: sent.audience } }),
  );

  const texts = "Set a document's title, and who can open it";
  post(API.nameDocument, texts, DocumentTexts, (author, { id, title, audience }, seen) =>
    documents.change(author, { id, change: { title, audience }, ...seen() }),
  );

  post(API.replaceDocument, "Replace a document's file", DocumentReplacement, (author, sent, seen) =>
    documents.replace(author, { id: sent.id, url: sent.fileUrl, ...seen() }),
  );

  const postOrder = postRoutes(api, SavedDocuments);
  postOrder(API.orderDocuments, 'Set the order of the documents', DocumentOrder, (author, sent, seen) =>
    documents.order(author, { subject: DOCUMENT_ORDER_SUBJECT, ids: sent.ids, ...seen() }),
  );

  app.delete(
    `${API.deleteDocument}/:id`,
    route('Delete a document', { params: DocumentParams, response: FileRemoved }),
    async (request) => {
      await documents.remove(authorOf(request), request.params.id);
      return true as const;
    },
  );

  app.get(
    API.deletedDocuments,
    route('List deleted documents that can be restored', { response: DeletedDocuments }),
    async () => documents.listDeleted(DOCUMENT_ORDER_SUBJECT),
  );

  post(API.bringBackDocument, 'Restore a deleted document', DocumentParams, (author, { id }) =>
    documents.undelete(author, id),
  );
}
