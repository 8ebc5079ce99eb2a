import { PAGE_BLOCKS_MAX, PAGE_LENGTH_MAX, type OwnPage, type PageBlock } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { checkIdsDiffer } from '#server/records/check-ids-differ.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { cleanRichTextForPage, cleanToSave } from '#server/platform/rich-text/clean-rich-text.ts';
import { frameProblem } from '#shared/frame-origins.ts';

/** Cleans texts again: another program may have written to the database. */
export const withCleanTexts = (page: OwnPage): OwnPage => ({
  ...page,
  blocks: page.blocks.map((block) =>
    block.kind === 'text' ? { ...block, html: cleanRichTextForPage(block.html, 'page') } : block,
  ),
});

/** Returns the page with its fields in a fixed order and cleaned texts. Throws ValidationError if it breaks a rule. */
export function cleanPage(page: OwnPage, frameOrigins: readonly string[]): OwnPage {
  const { id, address, title, description, inMenu, hidden, blocks } = page;
  if (title.trim() === '') throw new ValidationError('missing', 'Type a title, such as Careers.', '/title');
  checkIdsDiffer(blocks);
  const cleaned = {
    id,
    address,
    title: title.trim().toWellFormed(),
    description: description.toWellFormed(),
    inMenu,
    hidden,
    blocks: blocks.map((block, index) => cleanBlock(block, `/blocks/${index}`, frameOrigins)),
  };
  checkSize(cleaned);
  return cleaned;
}

export function checkSize({ blocks }: OwnPage): void {
  if (blocks.length > PAGE_BLOCKS_MAX) {
    const message = `Keep at most ${counted(PAGE_BLOCKS_MAX, 'block')} on a page. Delete one first.`;
    throw new ValidationError('too-many', message, '/blocks');
  }
  if (JSON.stringify(blocks).length <= PAGE_LENGTH_MAX) return;
  throw new ValidationError(
    'too-large',
    'This page is too long to save. Move some of it to another page.',
    '/blocks',
  );
}

/** Returns a block with well-formed texts, and each of its images, employees, and documents once. */
function cleanBlock(block: PageBlock, path: string, frameOrigins: readonly string[]): PageBlock {
  const { id, kind } = block;
  switch (kind) {
    case 'text':
      return { id, kind, html: cleanToSave(block.html, `${path}/html`, 'page') };
    case 'gallery':
      return { id, kind, imageIds: [...new Set(block.imageIds)] };
    case 'people':
      return { id, kind, employeeIds: [...new Set(block.employeeIds)] };
    case 'documents':
      return { id, kind, documentIds: [...new Set(block.documentIds)] };
    case 'heading':
      return { id, kind, level: block.level, text: block.text.toWellFormed() };
    case 'picture':
      return { id, kind, imageId: block.imageId, caption: block.caption.toWellFormed() };
    case 'phone': {
      const [message, phoneNumber] = [block.message.toWellFormed(), block.phoneNumber.toWellFormed()];
      return { id, kind, message, phoneNumber };
    }
    case 'table': {
      const cells = (texts: readonly string[]) =>
        block.headers.map((_, column) => (texts[column] ?? '').toWellFormed());
      const [headers, rows] = [cells(block.headers), block.rows.map(cells)];
      return { id, kind, caption: block.caption.toWellFormed(), headers, rows };
    }
    case 'frame': {
      const address = block.address.trim();
      const problem = address === '' ? undefined : frameProblem(address, frameOrigins);
      if (problem) throw new ValidationError('frame', problem, `${path}/address`);
      return { id, kind, title: block.title.toWellFormed(), address, height: block.height };
    }
  }
}
