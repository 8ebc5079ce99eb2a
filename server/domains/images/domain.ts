import { addImageEditingRoutes, addImageRoutes } from './image-routes.ts';
import { imageStores } from './image-store.ts';
import { createImageService, readImages } from './image-service.ts';
import { imageHistory } from './image-history.ts';
import { imageRules } from './save-image.ts';

export const images = {
  tables: { image: 'id' },
  stores: imageStores,
  files: imageRules,
  read: readImages,
  createService: createImageService,
  addRoutes: addImageRoutes,
  addEditingRoutes: addImageEditingRoutes,
  history: imageHistory,
};
