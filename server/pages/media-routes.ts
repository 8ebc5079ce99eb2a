import type { FastifyInstance } from 'fastify';
import { extname, join } from 'node:path';
import type { Site } from '#contract/site.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { findDiskFile } from '#server/platform/files/disk-files.ts';
import { FILE_POLICY, responseHeaders } from '#server/http/headers.ts';
import { sendFile } from '#server/http/send-file.ts';
import { MEDIA_FOLDER, MEDIA_TYPES } from './assets.ts';

/** Small chunks, because each client that stops reading keeps several in memory. */
const CHUNK_BYTES = 16 * 1024;

/** Names separated by slashes, none of which is hidden or leaves the folder. */
const SAFE_PATH = /^[^./\\\0][^/\\\0]*(?:\/[^./\\\0][^/\\\0]*)*$/;

const TYPES: Readonly<Record<string, string>> = {
  ...MEDIA_TYPES,
  '.m4v': 'video/x-m4v',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogv': 'video/ogg',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webm': 'video/webm',
};

export function addMediaRoutes(
  app: FastifyInstance,
  { root, site }: { root: string; site: () => Pick<Site, 'parts' | 'film' | 'embeds'> },
): void {
  /** Returns whether a file is the video of a website without one. */
  function isSwitchedOff(path: string): boolean {
    const { parts, film, embeds } = site();
    return !parts.film && [embeds.video, ...film.sources.map((source) => source.path)].includes(path);
  }

  app.get<{ Params: { '*': string } }>(
    `/${MEDIA_FOLDER}/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { '*': path } = request.params;
      if (!SAFE_PATH.test(path) || isSwitchedOff(`/${MEDIA_FOLDER}/${path}`)) throw new NotFoundError();
      // The file system rejects some paths, such as long ones.
      const file = await findDiskFile(join(root, path), CHUNK_BYTES).catch(() => undefined);
      if (!file) throw new NotFoundError();
      const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
      return sendFile(request, reply, file, responseHeaders({ type, policy: FILE_POLICY, cache: 'anHour' }));
    },
  );
}
