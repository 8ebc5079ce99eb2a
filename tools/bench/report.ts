import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

export type Target = { limit: string; isMet: boolean };

export type Row = { cells: readonly string[]; target?: Target };

export type Section = {
  title: string;
  text: string;
  columns: readonly string[];
  rows: readonly Row[];
};

/** Returns the date, the machine, and its load as text. Call it before measuring, which adds load. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const load = loadavg()[0] ?? 0;
  const busy =
    load > cores / 4
      ? ' Other programs were running, so rates are lower and times are longer; CPU ÷ bare varies least.'
      : '';
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cores} cores of`,
    `${cpus()[0]?.model.trim() || 'an unknown processor'} (${platform()} ${arch()},`,
    `${Math.round(totalmem() / 2 ** 30)} GB). Load average before the run: ${load.toFixed(1)}.${busy}`,
  ].join(' ');
}

export function formatReport(sections: readonly Section[], machine: string): string {
  return [
    '# Benchmarks',
    `${machine} To measure again, run \`npm run bench\`.`,
    summarize(sections),
    ...sections.map((section) => `## ${section.title}\n\n${section.text}\n\n${formatTable(section)}`),
  ]
    .join('\n\n')
    .concat('\n');
}

function summarize(sections: readonly Section[]): string {
  const withTarget = sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ cells, target }) => (target ? [{ name: `${title}: ${cells[0]}`, ...target }] : [])),
  );
  const missed = withTarget.filter(({ isMet }) => !isMet);
  const count = `Targets met: ${withTarget.length - missed.length} of ${withTarget.length}.`;
  if (missed.length === 0) return count;
  return `${count} Missed:\n\n${missed.map(({ name, limit }) => `- ${name} (target ${limit})`).join('\n')}`;
}

export function formatTable({ columns, rows }: Pick<Section, 'columns' | 'rows'>): string {
  const hasTargets = rows.some(({ target }) => target);
  const lines = rows.map(({ cells, target }) =>
    hasTargets ? [...cells, target?.limit ?? '', target ? (target.isMet ? 'met' : 'missed') : ''] : cells,
  );
  const table = [hasTargets ? [...columns, 'Target', ''] : columns, ...lines];
  const widths = (table[0] ?? []).map((_, at) => Math.max(3, ...table.map((line) => line[at]?.length ?? 0)));
  const format = (line: readonly string[]) =>
    `| ${widths.map((width, at) => (at === 0 ? (line[at] ?? '').padEnd(width) : (line[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [format(table[0] ?? []), rule, ...table.slice(1).map(format)].join('\n');
}

/** Replaces the lines between the two marker comments of a document. */
export function replaceMarked(document: string, content: string): string {
  const [begin, end] = ['<!-- measured -->', '<!-- end -->'].map((marker) => document.indexOf(marker)) as [
    number,
    number,
  ];
  if (begin < 0 || end < begin) throw new Error('The document lacks the markers of the measured part.');
  return `${document.slice(0, document.indexOf('\n', begin))}\n\n${content}\n\n${document.slice(end)}`;
}

export function figure(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
