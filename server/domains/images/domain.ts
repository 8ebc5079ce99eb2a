import { addImageEditingRoutes, addImageRoutes } from './image-routes.ts';
import { createImageService } from './image-service.ts';
import { imageHistory } from './image-history.ts';
import { imageRules } from './image-kind.ts';

export const images = {
  tables: { image: 'id' },
  stores: imageRules.stores,
  read: imageRules.read,
  byRow: { table: 'image', keyOf: imageRules.idOf },
  createService: createImageService,
  addRoutes: addImageRoutes,
  addEditingRoutes: addImageEditingRoutes,
  history: imageHistory,
};
