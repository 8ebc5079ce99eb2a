import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { parse } from 'range-parser';
import type { StoredFile } from '#server/platform/files/file-store.ts';
import { HttpError } from './problem.ts';
import { isUnchanged } from './response.ts';

/** Sends a file or, unless `ranges` is false, the requested part of it. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, stream }: Pick<StoredFile, 'size' | 'etag' | 'stream'>,
  { 'content-type': type, ...headers }: OutgoingHttpHeaders,
  { ranges = true } = {},
): FastifyReply {
  const range = ranges ? rangeOf(request.headers, { size, etag }) : undefined;
  const common = { ...headers, ...(ranges && { 'accept-ranges': 'bytes' }), etag };
  if (isUnchanged(request.headers, etag)) return reply.code(304).headers(common).send();
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`);
    throw new HttpError(416, 'no-such-range');
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.headers({ ...common, 'content-type': type, 'content-length': end - start + 1 });
  // Fastify does not change the content-length of a stream, so HEAD can send an empty one.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : stream(range));
}

/**
 * Returns the part of a file that a request is for (RFC 9110, section 14.2), or undefined for the whole file: without a
 * valid range, for several ranges, or if the file is another one than that of `If-Range`. `end` is the last byte.
 */
export function rangeOf(
  { range, 'if-range': known }: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): { start: number; end: number } | 'unsatisfiable' | undefined {
  if (range === undefined || (known !== undefined && known !== etag)) return undefined;
  const { code, type, ranges } = parse(size, range);
  if (type !== 'bytes' || (code & INVALID) !== 0 || ranges.length > 1) return undefined;
  return ranges[0] ?? 'unsatisfiable';
}

/** Bit of the parser's result. */
const INVALID = 1;
