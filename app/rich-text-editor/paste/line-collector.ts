import type { Formatting } from './looks.ts';

export type Run = { text: string; isBreak?: true; formatting: Formatting };

/** Creates a collector for the text of one paragraph at a time. Collapses white space as browsers do. */
export function createLineCollector() {
  let runs: Run[] | undefined;

  function addText(text: string, formatting: Formatting): void {
    if (formatting.keepsSpaces) addLines(text.split('\n'), formatting);
    else addRun(text.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ /, isAfterSpace() ? '' : ' '), formatting);
  }

  function addLines(lines: readonly string[], formatting: Formatting): void {
    for (const [index, line] of lines.entries()) {
      if (index > 0) addBreak(formatting);
      addRun(line, formatting);
    }
  }

  function isAfterSpace(): boolean {
    const last = runs?.at(-1);
    return !last || last.isBreak === true || last.text.endsWith(' ');
  }

  function addRun(text: string, formatting: Formatting): void {
    if (text !== '') (runs ??= []).push({ text, formatting });
  }

  function addBreak(formatting: Formatting): void {
    trimEnd();
    (runs ??= []).push({ text: '', isBreak: true, formatting });
  }

  function addSeparator(separator: string, formatting: Formatting): void {
    trimEnd();
    addRun(separator, formatting);
  }

  function trimEnd(): void {
    const last = runs?.at(-1);
    if (last && !last.formatting.keepsSpaces) last.text = last.text.replace(/ $/, '');
  }

  function take(): Run[] | undefined {
    if (!runs) return undefined;
    trimEnd();
    // As in browsers, a trailing line break is not rendered; Word fills empty lines with a non-breaking space.
    if (runs.at(-1)?.isBreak) runs.pop();
    const isBlank = runs.every(({ text, isBreak }) => !isBreak && text.trim() === '');
    const result = isBlank ? [] : runs;
    runs = undefined;
    return result;
  }

  return { addText, addBreak, addSeparator, take };
}
