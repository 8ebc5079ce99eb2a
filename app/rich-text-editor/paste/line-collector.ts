import type { Looks } from './looks.ts';

export type Run = { text: string; isBreak?: true; looks: Looks };

/** Creates a collector for the text of one paragraph at a time. Collapses white space as browsers do. */
export function createLineCollector() {
  let runs: Run[] | undefined;

  function addText(text: string, looks: Looks): void {
    if (looks.keepsSpaces) addLines(text.split('\n'), looks);
    else addRun(text.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ /, isAfterSpace() ? '' : ' '), looks);
  }

  function addLines(lines: readonly string[], looks: Looks): void {
    for (const [index, line] of lines.entries()) {
      if (index > 0) addBreak(looks);
      addRun(line, looks);
    }
  }

  function isAfterSpace(): boolean {
    const last = runs?.at(-1);
    return !last || last.isBreak === true || last.text.endsWith(' ');
  }

  function addRun(text: string, looks: Looks): void {
    if (text !== '') (runs ??= []).push({ text, looks });
  }

  function addBreak(looks: Looks): void {
    trimEnd();
    (runs ??= []).push({ text: '', isBreak: true, looks });
  }

  function addSeparator(separator: string, looks: Looks): void {
    trimEnd();
    addRun(separator, looks);
  }

  function trimEnd(): void {
    const last = runs?.at(-1);
    if (last && !last.looks.keepsSpaces) last.text = last.text.replace(/ $/, '');
  }

  function take(): Run[] | undefined {
    if (!runs) return undefined;
    trimEnd();
    // As in browsers, a trailing line break is not rendered; Word fills empty lines with a non-breaking space.
    if (runs.at(-1)?.isBreak) runs.pop();
    const isBlank = runs.every(({ text, isBreak }) => !isBreak && text.trim() === '');
    const taken = isBlank ? [] : runs;
    runs = undefined;
    return taken;
  }

  return { addText, addBreak, addSeparator, take };
}
