import type { HistoryEntry, HistoryValue } from '#contract/history.ts';
import { ACTIONS } from './entry-texts.ts';
import { diffRows } from './diff-rows.ts';
import { diffWords } from './diff-words.ts';

/** Returns what changed in a few words, such as "Basis: -27 → -32, and 1 more". */
export function shortChange({ action, before, after }: HistoryEntry): string {
  const [first, ...more] = before && after ? changesIn(before, after) : [];
  if (first === undefined) return ACTIONS[action];
  const text = more.length === 0 ? first : `${first}, and ${more.length} more`;
  return action === 'changed' ? text : `${ACTIONS[action]}: ${text}`;
}

function changesIn(before: HistoryValue, after: HistoryValue): string[] {
  if (before.type === 'text' && after.type === 'text') return textChanges(before, after);
  if (before.type === 'cells' && after.type === 'cells') return cellChanges(before, after);
  if (before.type !== 'fields' || after.type !== 'fields') return [];
  const olds = new Map(before.fields.map((field) => [field.label, field]));
  const news = new Map(after.fields.map((field) => [field.label, field]));
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((label) => {
    const none = { text: '' };
    const [change] = textChanges(olds.get(label) ?? none, news.get(label) ?? none);
    return change === undefined ? [] : `${label}: ${change}`;
  });
}

type Text = { text: string; html?: true };

/** Returns the words of each place that changed. */
function textChanges(before: Text, after: Text): string[] {
  const { pieces, formats } = diffWords(before.text, after.text, Boolean(before.html ?? after.html));
  const isWhole = pieces.every(({ kind }) => kind !== 'same');
  const changes = pieces.flatMap(({ kind, text }, index) => {
    if (kind === 'same' || (kind === 'added' && pieces[index - 1]?.kind === 'removed')) return [];
    const next = pieces[index + 1];
    if (kind === 'removed' && next?.kind === 'added') return arrow(text, next.text);
    if (isWhole) return kind === 'added' ? arrow('', text) : arrow(text, '');
    return `${kind === 'added' ? 'Added' : 'Removed'} ${text.trim()}`;
  });
  return [...changes, ...formats];
}

type CellsValue = Extract<HistoryValue, { type: 'cells' }>;

function cellChanges(before: CellsValue, after: CellsValue): string[] {
  const rows = diffRows(before.rows, after.rows, after.firstRow).flatMap(
    ({ kind, cells: [name, ...cells] }) => {
      if (kind === 'same') return [];
      const label = name?.after ?? name?.before ?? '';
      if (kind !== 'changed') return `${label} ${kind}`;
      const changed = [name, ...cells].find((cell) => cell && cell.before !== cell.after);
      const text = arrow(changed?.before ?? '', changed?.after ?? '');
      return changed === name ? text : `${label}: ${text}`;
    },
  );
  return after.headers ? ['Headers', ...rows] : rows;
}

const arrow = (before: string, after: string) =>
  `${before.trim() || '(blank)'} → ${after.trim() || '(blank)'}`;
