import { closeHistory } from 'prosemirror-history';
import type { RichTextModel } from '#contract/rich-text.ts';
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { Plugin, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type FileOutcome, readTextFile } from './read-text-file.ts';
import { plainTextBlocks } from './plain-text.ts';
import { STYLE_ATTRIBUTE } from './harmless-html.ts';
import { readPastedHtml } from './read-pasted-html.ts';
import { parsePastedHtml, type PasteLosses } from './simplify-html.ts';

export type PasteOutcome = {
  losses: PasteLosses | undefined;
  /** False if nothing was left to insert. */
  hasText: boolean;
  files: FileOutcome[];
};

/** Handles paste and drop. `onPasted` receives what was dropped, and the outcome of each file. */
export function pastePlugin(onPasted: (outcome: PasteOutcome) => void, model: RichTextModel): Plugin {
  function insertData(view: EditorView, data: DataTransfer, body: HTMLElement): void {
    const { blocks, losses } = readPastedHtml(body, model);
    const text = data.getData('text/plain');
    const files = [...data.files];
    if (!hasText(blocks) && files.length > 0) return void insertFiles(view, files);
    const isPlain = !hasText(blocks) && text.trim() !== '';
    const inserted = isPlain ? plainTextBlocks(text, typingMarks(view)) : blocks;
    insert(view, inserted);
    onPasted({ losses, hasText: hasText(inserted), files: [] });
  }

  async function insertFiles(view: EditorView, files: readonly File[]): Promise<void> {
    const outcomes = await Promise.all(files.map(readTextFile));
    if (view.isDestroyed) return;
    const blocks = outcomes.flatMap(({ text }) => (text ? plainTextBlocks(text, typingMarks(view)) : []));
    insert(view, blocks);
    onPasted({ losses: undefined, hasText: blocks.length > 0, files: outcomes });
  }

  return new Plugin({
    props: {
      handleDOMEvents: {
        paste(view, event) {
          const body = foreignBody(event.clipboardData, model);
          if (!body) return false;
          event.preventDefault();
          insertData(view, event.clipboardData!, body);
          return true;
        },
        drop(view, event) {
          const body = foreignBody(event.dataTransfer, model);
          if (!body || view.dragging) return false;
          event.preventDefault();
          moveCursorTo(view, event);
          insertData(view, event.dataTransfer!, body);
          view.focus();
          return true;
        },
      },
    },
  });
}

/** Returns the pasted HTML unless it was copied from this editor, because ProseMirror parses its own HTML better. */
function foreignBody(data: DataTransfer | null, model: RichTextModel): HTMLElement | undefined {
  const body = data ? parsePastedHtml(data.getData('text/html')) : undefined;
  return body && !isOurs(body, model) ? body : undefined;
}

function insert(view: EditorView, blocks: readonly Node[]): void {
  if (blocks.length === 0) return;
  // Open at both ends, so that its first and last paragraphs merge with the surrounding text.
  const slice = Slice.maxOpen(Fragment.from(blocks));
  // Makes the paste a separate undo step, even directly after typing.
  view.dispatch(closeHistory(view.state.tr.replaceSelection(slice).scrollIntoView()).setMeta('paste', true));
}

function moveCursorTo(view: EditorView, { clientX, clientY }: DragEvent): void {
  const position = view.posAtCoords({ left: clientX, top: clientY });
  if (!position) return;
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position.pos))));
}

const typingMarks = ({ state }: EditorView) => state.storedMarks ?? state.selection.$from.marks();

const hasText = (blocks: readonly Node[]) => blocks.some((block) => block.textContent.trim() !== '');

const OUR_TAGS: Readonly<Record<RichTextModel, ReadonlySet<string>>> = {
  field: new Set('p br ul ol li span strong em u s'.split(' ')),
  page: new Set('p br ul ol li span strong em u s a h2 h3 table tbody tr th td'.split(' ')),
};

/** Returns true for HTML copied from this editor: it has ProseMirror's marker and no foreign elements or styles. */
function isOurs(body: HTMLElement, model: RichTextModel): boolean {
  const elements = [...body.querySelectorAll('*')];
  return (
    elements.some((element) => element.hasAttribute('data-pm-slice')) &&
    elements.every(
      (element) => OUR_TAGS[model].has(element.localName) && !element.hasAttribute(STYLE_ATTRIBUTE),
    )
  );
}
