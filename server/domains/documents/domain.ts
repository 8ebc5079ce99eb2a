import { documentHistory } from './document-history.ts';
import { addDocumentEditingRoutes, addDocumentRoutes } from './document-routes.ts';
import { documentRules } from './document-kind.ts';
import { createDocumentService } from './document-service.ts';

export const documents = {
  tables: { document: 'id' },
  stores: documentRules.stores,
  read: documentRules.read,
  byRow: { table: 'document', keyOf: documentRules.idOf },
  createService: createDocumentService,
  addRoutes: addDocumentRoutes,
  addEditingRoutes: addDocumentEditingRoutes,
  history: documentHistory,
};
