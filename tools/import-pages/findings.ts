import { counted } from '#contract/text.ts';

/** What a page can have that does not come over, and what people call it. */
const KINDS = {
  form: 'form',
  field: 'form field',
  script: 'script',
  style: 'style sheet',
  menu: 'menu',
  header: 'header',
  footer: 'footer',
  sidebar: 'sidebar',
  hidden: 'hidden part',
  drawing: 'vector drawing',
  spacer: 'invisible image',
} as const;
export type DroppedKind = keyof typeof KINDS;

/** Lines about one page; more would hide those about others. */
const LINES_MAX = 40;

export type Findings = ReturnType<typeof createFindings>;

/** Collects what a page lost, and what someone should check, as lines of the report. */
export function createFindings() {
  const counts = new Map<DroppedKind, number>();
  const dropped = new Set<string>();
  const toCheck = new Set<string>();
  return {
    count: (kind: DroppedKind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    drop: (line: string) => void dropped.add(line),
    check: (line: string) => void toCheck.add(line),

    dropped(): string[] {
      const parts = Object.keys(KINDS).flatMap((key) => {
        const kind = key as DroppedKind;
        const count = counts.get(kind) ?? 0;
        return count === 0 ? [] : counted(count, KINDS[kind]);
      });
      return atMost([...(parts.length > 0 ? [parts.join(', ')] : []), ...dropped]);
    },

    toCheck: (): string[] => atMost([...toCheck]),
  };
}

const atMost = (lines: readonly string[]): string[] =>
  lines.length <= LINES_MAX
    ? [...lines]
    : [...lines.slice(0, LINES_MAX), `${counted(lines.length - LINES_MAX, 'more line')} like these`];

/** Returns a text from a page for the report: without characters that would control the terminal, and not too long. */
export function quoted(text: string, maxLength = 80): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength).toWellFormed()}…` : plain;
}
