import type { Document } from '#contract/documents.ts';
import type { Employee } from '#contract/employees.ts';
import type { ShownImage } from '#contract/images.ts';
import type { OwnPage, PageBlock } from '#contract/own-pages.ts';
import { isAllowedFrame } from './frame-origins.ts';

type Plain = Exclude<PageBlock, { kind: 'picture' | 'gallery' | 'people' | 'documents' | 'frame' }>;
type Frame = Extract<PageBlock, { kind: 'frame' }>;

/** Block with what it shows in place of ids. */
export type ShownBlock =
  | Plain
  | { id: string; kind: 'picture'; image: ShownImage; caption: string }
  | { id: string; kind: 'gallery'; images: ShownImage[] }
  | { id: string; kind: 'people'; employees: Employee[] }
  | { id: string; kind: 'documents'; documents: Document[] }
  /** Without permission of the site file, only the link shows. */
  | (Frame & { isAllowed: boolean });

export type OwnPageContent = Pick<OwnPage, 'title' | 'description' | 'hidden'> & { blocks: ShownBlock[] };

export type BlockSources = {
  findImage: (id: string) => ShownImage | undefined;
  findDocument: (id: string) => Document | undefined;
  employees: readonly Employee[];
  frameOrigins: readonly string[];
};

/** Returns what the page shows. Leaves out images, employees, and documents that were deleted, and blocks without content. */
export function showPage({ title, description, hidden, blocks }: OwnPage, from: BlockSources) {
  return { title, description, hidden, blocks: blocks.flatMap((block) => showBlock(block, from)) };
}

function showBlock(
  block: PageBlock,
  { findImage, findDocument, employees, frameOrigins }: BlockSources,
): ShownBlock[] {
  const { id, kind } = block;
  switch (kind) {
    case 'picture': {
      const image = findImage(block.imageId);
      return image ? [{ id, kind, image, caption: block.caption }] : [];
    }
    case 'gallery': {
      const images = block.imageIds.flatMap((imageId) => findImage(imageId) ?? []);
      return images.length > 0 ? [{ id, kind, images }] : [];
    }
    case 'people': {
      const { employeeIds } = block;
      const shown = employeeIds.flatMap((each) => employees.find((employee) => employee.id === each) ?? []);
      const all = employeeIds.length === 0 ? [...employees] : shown;
      return all.length > 0 ? [{ id, kind, employees: all }] : [];
    }
    case 'documents': {
      const documents = block.documentIds.flatMap((each) => findDocument(each) ?? []);
      return documents.length > 0 ? [{ id, kind, documents }] : [];
    }
    case 'frame':
      return block.address === ''
        ? []
        : [{ ...block, isAllowed: isAllowedFrame(block.address, frameOrigins) }];
    case 'heading':
      return block.text.trim() === '' ? [] : [block];
    case 'phone':
      return block.phoneNumber.trim() === '' && block.message.trim() === '' ? [] : [block];
    case 'table':
      return block.rows.length > 0 ? [block] : [];
    case 'text':
      return [block];
  }
}
