import type { FileChooser, Locator, Page } from '@playwright/test';

export type Device = 'phone' | 'desktop';

/** Role and name of a control. A `field` is found by its label. `group` names the field or list that it is in. */
export type Control = {
  role: 'button' | 'link' | 'textbox' | 'field';
  name: string;
  group?: string;
  /** The name is only the start of the control's name. */
  isStart?: boolean;
};

/** `keys` are special keys, such as Tab or Select all; `characters` are the content itself. */
export type Counts = { taps: number; keys: number; characters: number; scrolls: number };

/** Thrown when the editor lacks the control that a task needs. */
export class NotPossibleYet extends Error {}

/** Share of the screen's height that one scroll gesture covers. */
const SCROLL_SHARE = 0.75;
/** Time to wait for a control that the editor may not have. */
const OPTIONAL_WAIT_MS = 5000;

export type User = ReturnType<typeof createUser>;

/** Returns a person at the dashboard, who counts each action and writes it down. */
export function createUser(page: Page, device: Device) {
  const counts: Counts = { taps: 0, keys: 0, characters: 0, scrolls: 0 };
  const steps: string[] = [];
  const isPhone = device === 'phone';

  function locate({ role, name, group, isStart = false }: Control): Locator {
    const scope = group === undefined ? page : page.getByRole('group', { name: group, exact: true });
    if (role === 'field') return scope.getByLabel(name, { exact: true });
    return scope.getByRole(role, isStart ? { name: new RegExp(`^${name} `) } : { name, exact: true });
  }

  /** Waits for a control, and scrolls to it if it is out of view. */
  async function reach(control: Control, timeout?: number): Promise<Locator> {
    const found = locate(control).first();
    await found.waitFor(timeout === undefined ? {} : { timeout });
    counts.scrolls += await found.evaluate(scrollsTo, SCROLL_SHARE);
    return found;
  }

  async function touch(target: Locator): Promise<void> {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    // The end of the box, so that the caret is at the end of the text.
    const position = { x: width - 4, y: Math.min(height / 2, 22) };
    await (isPhone ? target.tap({ position }) : target.click({ position }));
    counts.taps += 1;
  }

  async function tap(control: Control): Promise<void> {
    await touch(await reach(control));
    steps.push(`tap ${describe(control)}`);
  }

  async function press(key: string, name: string): Promise<void> {
    await page.keyboard.press(key);
    counts.keys += 1;
    steps.push(name);
  }

  async function type(text: string): Promise<void> {
    await page.keyboard.type(text);
    counts.characters += text.length;
    steps.push(`type “${text}”`);
  }

  return {
    counts,
    steps,
    tap,
    type,

    /** Like `tap`, for a control that the editor may not have yet. */
    async tapIfThere(control: Control): Promise<void> {
      await reach(control, OPTIONAL_WAIT_MS).catch(() => {
        throw new NotPossibleYet(`no ${describe(control)} button`);
      });
      await tap(control);
    },

    /** Opens a section: on phones by its heading, as all but one are closed; else from the list at the left. */
    async openSection(name: string): Promise<void> {
      if (!isPhone) return tap({ role: 'link', name });
      const heading = page.locator('main summary', {
        has: page.getByRole('heading', { name, exact: true, includeHidden: true }),
      });
      counts.scrolls += await heading.evaluate(scrollsTo, SCROLL_SHARE);
      await touch(heading);
      steps.push(`tap ${name}`);
    },

    /** Opens a row of a list or grid, which is closed on phones. */
    async openRow(name: string): Promise<void> {
      if (isPhone) await tap({ role: 'button', name, isStart: true });
    },

    /** Replaces the last characters of a text that has the caret at its end. */
    async retypeEnd(length: number, text: string): Promise<void> {
      for (let n = 0; n < length; n += 1) await page.keyboard.press('Backspace');
      counts.keys += length;
      steps.push(`press Backspace${length === 1 ? '' : ` ${length} times`}`);
      await type(text);
    },

    /** Replaces the whole text of the box that has the focus, which may be selected already. */
    async typeOver(text: string): Promise<void> {
      if (!(await page.evaluate(isTextSelected))) await press('ControlOrMeta+a', 'select all');
      await type(text);
    },

    /** Moves to the next box: with Tab, which also stops at buttons, or with Next on a phone's keyboard. */
    async next(): Promise<void> {
      let presses = 0;
      do {
        await page.keyboard.press('Tab');
        presses += 1;
      } while (!(await page.evaluate(() => document.activeElement instanceof HTMLInputElement)));
      counts.keys += isPhone ? 1 : presses;
      steps.push(isPhone ? 'Next' : presses === 1 ? 'Tab' : `Tab ${presses} times`);
    },

    enter: () => press('Enter', 'Enter'),

    /** Saves with Enter if a phone's keyboard would show Done in its place, or else with the button. */
    async save(button: Control): Promise<void> {
      if (await page.evaluate(isDoneKeyShown)) await press('Enter', isPhone ? 'Done' : 'Enter');
      else await tap(button);
    },

    async paste(text: string): Promise<void> {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await press('ControlOrMeta+v', 'paste');
    },

    /** Picks the files in the system's dialog, which is not counted. */
    async chooseFiles(
      control: Control,
      files: Parameters<FileChooser['setFiles']>[0] & object[],
    ): Promise<void> {
      const chooser = page.waitForEvent('filechooser');
      await tap(control);
      await (await chooser).setFiles(files);
      steps.push(`pick ${files.length} photos`);
    },
  };
}

const describe = ({ name, group }: Control) => (group === undefined ? name : `${name} (${group})`);

/** Scrolls an element into view unless a tap would reach it, and returns the number of gestures. Runs in the page. */
function scrollsTo(element: Element, share: number): number {
  const before = element.getBoundingClientRect();
  const hit = document.elementFromPoint(
    before.left + before.width / 2,
    before.top + Math.min(before.height / 2, 22),
  );
  if (hit && (element.contains(hit) || hit.contains(element))) return 0;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const after = element.getBoundingClientRect();
  const down = Math.abs(after.top - before.top) / (window.innerHeight * share);
  const across = Math.abs(after.left - before.left) / (window.innerWidth * share);
  return Math.ceil(down) + Math.ceil(across);
}

/** Runs in the page. */
function isDoneKeyShown(): boolean {
  return document.activeElement instanceof HTMLElement && document.activeElement.enterKeyHint === 'done';
}

/** Returns whether the text of the focused box is selected or blank. Runs in the page. */
function isTextSelected(): boolean {
  const box = document.activeElement;
  if (box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) {
    return box.selectionStart === 0 && box.selectionEnd === box.value.length;
  }
  return box?.textContent?.trim() === '';
}
