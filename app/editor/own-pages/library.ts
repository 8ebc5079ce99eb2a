import type { DeletedDocuments, Document } from '#contract/documents.ts';
import type { Image } from '#contract/images.ts';
import type { BlockSources } from '#shared/own-page-content.ts';

/** What blocks refer to. */
export type Library = Omit<BlockSources, 'findImage' | 'findDocument'> & {
  images: readonly Image[];
  documents: readonly Document[];
  /** Those that can be restored. */
  deletedDocuments: DeletedDocuments;
  paths: readonly string[];
};
