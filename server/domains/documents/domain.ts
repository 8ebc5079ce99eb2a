import { documentRules } from './change-document.ts';
import { documentHistory } from './document-history.ts';
import { addDocumentEditingRoutes, addDocumentRoutes } from './document-routes.ts';
import { createDocumentService, readDocuments } from './document-service.ts';
import { documentStores } from './document-store.ts';

export const documents = {
  tables: { document: 'id' },
  stores: documentStores,
  files: documentRules,
  read: readDocuments,
  createService: createDocumentService,
  addRoutes: addDocumentRoutes,
  addEditingRoutes: addDocumentEditingRoutes,
  history: documentHistory,
};
