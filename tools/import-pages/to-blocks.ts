import { escapeText } from 'entities/escape';
import {
  BLOCK_MAX_LENGTH,
  DOCUMENTS_BLOCK_MAX,
  GALLERY_BLOCK_IMAGES_MAX,
  PAGE_BLOCKS_MAX,
  type PageBlock,
} from '#contract/own-pages.ts';
import { cleanRichText, RichTextTooLargeError } from '#server/platform/rich-text/clean-rich-text.ts';
import { PageProblem } from './read-html.ts';
import type { Piece } from './read-pieces.ts';

/** Images in a row that become a gallery. */
const GALLERY_IMAGES_MIN = 3;
/** Tags in one text block, each of which is at most one of the nodes that a rich text may have. */
const TEXT_TAGS_MAX = 4000;

/** Ids of the images and documents of the website by the paths of their files. Those without one are left out. */
export type IdsOfFiles = ReadonlyMap<string, string>;

type BlockFields = PageBlock extends infer Each ? (Each extends PageBlock ? Omit<Each, 'id'> : never) : never;

/**
 * Returns the blocks of a page. Joins texts and headings if there are too many blocks. Ids depend only on the position,
 * so that a second import of the same page changes nothing. Throws PageProblem for a text that is too long.
 */
export function toBlocks(pieces: readonly Piece[], ids: IdsOfFiles): PageBlock[] {
  const blocks = withGalleries(pieces, ids);
  const kept = blocks.length > PAGE_BLOCKS_MAX ? withGalleries(joinTexts(pieces), ids) : blocks;
  return kept.map((block, at) => ({ id: `imported-${at + 1}`, ...block }));
}

function withGalleries(pieces: readonly Piece[], ids: IdsOfFiles): BlockFields[] {
  const blocks: BlockFields[] = [];
  let row: { imageId: string; caption: string }[] = [];
  function endRow(): void {
    const images = row;
    row = [];
    if (images.length < GALLERY_IMAGES_MIN) {
      for (const image of images) blocks.push({ kind: 'picture', ...image });
      return;
    }
    const imageIds = [...new Set(images.map(({ imageId }) => imageId))];
    for (let at = 0; at < imageIds.length; at += GALLERY_BLOCK_IMAGES_MAX)
      blocks.push({ kind: 'gallery', imageIds: imageIds.slice(at, at + GALLERY_BLOCK_IMAGES_MAX) });
  }
  for (const piece of pieces) {
    const imageId = piece.kind === 'picture' ? ids.get(piece.file) : undefined;
    if (piece.kind === 'picture') {
      if (imageId !== undefined) row.push({ imageId, caption: piece.caption });
      continue;
    }
    endRow();
    blocks.push(...blocksOf(piece, ids));
  }
  endRow();
  return blocks;
}

function blocksOf(piece: Exclude<Piece, { kind: 'picture' }>, ids: IdsOfFiles): BlockFields[] {
  switch (piece.kind) {
    case 'heading':
    case 'table':
    case 'frame':
      return [piece];
    case 'text':
      return parts(piece.html).map((html) => ({ kind: 'text', html }));
    case 'documents': {
      const documentIds = [...new Set(piece.documents.flatMap(({ file }) => ids.get(file) ?? []))];
      const kept = documentIds.slice(0, DOCUMENTS_BLOCK_MAX);
      return kept.length > 0 ? [{ kind: 'documents', documentIds: kept }] : [];
    }
  }
}

/** Returns cleaned texts, each short enough for a block. */
function parts(fragments: readonly string[]): string[] {
  const texts: string[] = [];
  let text = '';
  let tags = 0;
  for (const fragment of fragments) {
    const cleaned = clean(fragment);
    if (cleaned.length > BLOCK_MAX_LENGTH.html)
      throw new PageProblem('A paragraph, list, or table of this page is too long. Shorten it first.');
    const count = cleaned.split('<').length;
    if (text.length + cleaned.length > BLOCK_MAX_LENGTH.html || tags + count > TEXT_TAGS_MAX) {
      texts.push(text);
      text = '';
      tags = 0;
    }
    text += cleaned;
    tags += count;
  }
  return [...texts, text].filter((each) => each !== '');
}

function clean(html: string): string {
  try {
    return cleanRichText(html, 'page');
  } catch (error) {
    if (!(error instanceof RichTextTooLargeError)) throw error;
    throw new PageProblem('A paragraph, list, or table of this page is too long. Shorten it first.');
  }
}

/** Makes headings part of the texts around them. */
function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const isText = piece.kind === 'text' || piece.kind === 'heading';
    const last = joined.at(-1);
    if (!isText) joined.push(piece);
    else if (last?.kind === 'text') for (const html of htmlOf(piece)) last.html.push(html);
    else joined.push({ kind: 'text', html: htmlOf(piece) });
  }
  return joined;
}

function htmlOf(piece: Extract<Piece, { kind: 'text' | 'heading' }>): string[] {
  if (piece.kind === 'text') return [...piece.html];
  return [`<h${piece.level}>${escapeText(piece.text)}</h${piece.level}>`];
}
