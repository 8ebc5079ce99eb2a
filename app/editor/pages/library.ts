import type { Dispatch, SetStateAction } from 'react';
import type { DeletedDocuments, Document } from '#contract/documents.ts';
import type { ShownImage } from '#contract/images.ts';
import type { OwnPageList } from '#contract/own-pages.ts';
import type { BlockSources } from '#shared/own-page-content.ts';
import { loadAllImages } from '#app/editor/files/upload-image.ts';
import { requiredContext } from '#app/browser/required-context.ts';
import { adminApi, callAll, callAs, type CallResult } from '#app/editor/shell/admin-api.ts';

/** What blocks refer to. */
export type Library = Omit<BlockSources, 'findImage' | 'findDocument'> & {
  images: readonly ShownImage[];
  documents: readonly Document[];
  /** Those that can be restored. */
  deletedDocuments: DeletedDocuments;
  paths: readonly string[];
  list: OwnPageList;
};

/** The library of the page, and its setter, for files that a block uploads. */
export const [LibraryProvider, useLibrary] =
  requiredContext<readonly [Library, Dispatch<SetStateAction<Library>>]>('useLibrary');

/** Loads what blocks refer to, and the paths of pages to link to. `sitePaths`: those of the site's own pages. */
export const loadLibrary = (sitePaths: readonly string[]): Promise<CallResult<Library>> =>
  callAs(
    callAll([
      adminApi.ownPages(),
      adminApi.employees(),
      loadAllImages(),
      adminApi.documents(),
      adminApi.deletedDocuments(),
    ]),
    ([list, employees, images, documents, deletedDocuments]) => ({
      list,
      employees,
      images,
      documents,
      deletedDocuments,
      frameOrigins: list.frameOrigins,
      paths: [
        ...sitePaths.filter((path) => !path.startsWith('/admin')),
        ...list.pages.map(({ address }) => `/${address}`),
      ],
    }),
  );
