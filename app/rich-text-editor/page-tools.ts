import { LinkForm } from './link-form.tsx';
import { pageButtons } from './page-buttons.ts';

/** Headings, links, and tables, which only the text of pages has. Other texts do not load their code. */
export const PAGE_TOOLS = { buttons: pageButtons, LinkForm };

export type PageTools = typeof PAGE_TOOLS;
