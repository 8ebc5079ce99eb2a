import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the part of a file that a request is for (RFC 9110, section 14.2), or undefined for the whole file: without a
 * valid range, for several ranges, or if the file is another one than that of `If-Range`. `end` is the last byte.
 */
export function rangeOf(
  { range, 'if-range': known }: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if ((first === '' && last === '') || (known !== undefined && known !== etag)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
