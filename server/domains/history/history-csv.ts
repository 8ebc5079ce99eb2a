import type { HistoryEntry } from '#contract/history.ts';
import { BOM, formatCsv } from '#shared/csv.ts';
import { localTime } from '#shared/date-time.ts';
import { textsOf } from './present-entry.ts';

/** Formats entries as CSV (RFC 4180) for spreadsheets, which need the byte order mark to read it as UTF-8. */
export async function* formatHistoryCsv(pages: AsyncIterable<readonly HistoryEntry[]>, timeZone: string) {
  yield `${BOM}${formatCsv([[`Time (${timeZone})`, 'Person', 'Kind', 'Item', 'Action', 'Before', 'After', 'ID']])}`;
  for await (const page of pages) {
    yield formatCsv(
      page.map(({ id, at, origin, author, scheduled, kind, item, action, before, after }) => [
        localTime(at, timeZone),
        (author ?? origin) + (scheduled ? ', scheduled' : ''),
        kind,
        item.name,
        action,
        textsOf(before).join('\n'),
        textsOf(after).join('\n'),
        id,
      ]),
    );
  }
}
