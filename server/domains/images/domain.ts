import { addImageEditingRoutes, addImageRoutes } from './image-routes.ts';
import { imageStores } from './image-store.ts';
import { createImageService, readImages } from './image-service.ts';
import { imageOrderSubject } from './change-image.ts';
import { imageIdOf, imageRules, imageSubject } from './save-image.ts';

export const images = {
  tables: { image: 'id' },
  stores: imageStores,
  subjects: [imageSubject(''), imageOrderSubject('')],
  files: imageRules,
  read: readImages,
  byRow: { table: 'image', keyOf: imageIdOf },
  createService: createImageService,
  addRoutes: addImageRoutes,
  addEditingRoutes: addImageEditingRoutes,
};
