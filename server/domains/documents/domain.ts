import { DOCUMENT_ORDER_SUBJECT, documentRules, documentSubject } from './change-document.ts';
import { addDocumentEditingRoutes, addDocumentRoutes } from './document-routes.ts';
import { createDocumentService, readDocuments } from './document-service.ts';
import { documentStores } from './document-store.ts';

export const documents = {
  tables: { document: 'id' },
  stores: documentStores,
  subjects: [documentSubject(''), DOCUMENT_ORDER_SUBJECT],
  files: documentRules,
  read: readDocuments,
  createService: createDocumentService,
  addRoutes: addDocumentRoutes,
  addEditingRoutes: addDocumentEditingRoutes,
};
