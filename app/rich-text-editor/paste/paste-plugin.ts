import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { Plugin, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type FileOutcome, readTextFile } from './read-text-file.ts';
import { openSlice, plainTextBlocks } from './plain-text.ts';
import { STYLE_ATTRIBUTE } from './harmless-html.ts';
import { parsePastedHtml, readPastedHtml } from './read-pasted-html.ts';

/** Handles paste and drop. `onFiles` receives the outcome of each pasted or dropped file. */
export function pastePlugin(onFiles: (outcomes: FileOutcome[]) => void): Plugin {
  function insertData(view: EditorView, data: DataTransfer, body: HTMLElement): void {
    const blocks = readPastedHtml(body);
    const text = data.getData('text/plain');
    const files = [...data.files];
    if (hasText(blocks)) insert(view, blocks);
    else if (files.length > 0) void insertFiles(view, files);
    else if (text.trim() !== '') insert(view, plainTextBlocks(text, typingMarks(view)));
    else insert(view, blocks);
  }

  async function insertFiles(view: EditorView, files: readonly File[]): Promise<void> {
    const outcomes = await Promise.all(files.map(readTextFile));
    if (view.isDestroyed) return;
    const blocks = outcomes.flatMap(({ text }) => (text ? plainTextBlocks(text, typingMarks(view)) : []));
    insert(view, blocks);
    onFiles(outcomes);
  }

  return new Plugin({
    props: {
      handleDOMEvents: {
        paste(view, event) {
          const body = foreignBody(event.clipboardData);
          if (!body) return false;
          event.preventDefault();
          insertData(view, event.clipboardData!, body);
          return true;
        },
        drop(view, event) {
          const body = foreignBody(event.dataTransfer);
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
function foreignBody(data: DataTransfer | null): HTMLElement | undefined {
  const body = data ? parsePastedHtml(data.getData('text/html')) : undefined;
  return body && !isOurs(body) ? body : undefined;
}

function insert(view: EditorView, blocks: readonly Node[]): void {
  if (blocks.length === 0) return;
  // Makes the paste a separate undo step, even directly after typing.
  const { tr } = view.state;
  view.dispatch(closeHistory(tr.replaceSelection(openSlice(blocks)).scrollIntoView()).setMeta('paste', true));
}

function moveCursorTo(view: EditorView, { clientX, clientY }: DragEvent): void {
  const position = view.posAtCoords({ left: clientX, top: clientY });
  if (!position) return;
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position.pos))));
}

const typingMarks = ({ state }: EditorView) => state.storedMarks ?? state.selection.$from.marks();

const hasText = (blocks: readonly Node[]) => blocks.some((block) => block.textContent.trim() !== '');

const OUR_TAGS = new Set('p br ul ol li span strong em u s'.split(' '));

/** Returns true for HTML copied from this editor: it has ProseMirror's marker and no foreign elements or styles. */
function isOurs(body: HTMLElement): boolean {
  const elements = [...body.querySelectorAll('*')];
  return (
    elements.some((element) => element.hasAttribute('data-pm-slice')) &&
    elements.every((element) => OUR_TAGS.has(element.localName) && !element.hasAttribute(STYLE_ATTRIBUTE))
  );
}
