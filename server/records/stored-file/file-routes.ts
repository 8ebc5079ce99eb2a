import type { Static, TSchema } from 'typebox';
import { Upload } from '#contract/images.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { UploadTerms } from '#server/platform/files/file-store.ts';
import { baseVersionOf, type AdminApi } from '#server/platform/http/api.ts';
import type { Based } from './file-kind.ts';

/** Returns a function that adds a POST for administrators. `seen` reads the version that the change is based on. */
export const postRoutes =
  ({ app, describe, authorOf }: AdminApi) =>
  <Body extends TSchema, Response extends TSchema>(
    path: string,
    summary: string,
    { bodyLimit, ...schemas }: { body: Body; response: Response; bodyLimit?: number },
    run: (author: Author, body: Static<Body>, seen: () => Based) => Promise<Static<Response>>,
  ) =>
    app.post(
      path,
      { ...(bodyLimit !== undefined && { bodyLimit }), schema: describe(summary, schemas) },
      async (request) =>
        run(authorOf(request), request.body as Static<Body>, () => ({ baseVersion: baseVersionOf(request) })),
    );

/** Adds the GET that signs an upload. */
export const addUploadUrlRoute = (
  { app, describe }: AdminApi,
  path: string,
  summary: string,
  query: TSchema,
  sign: (of: { fileName: string } & UploadTerms) => Promise<Upload>,
) =>
  app.get(path, { schema: describe(summary, { querystring: query, response: Upload }) }, async (request) => {
    const { size, ...of } = request.query as { fileName: string; contentType?: string; size?: string };
    return sign({ ...of, size: size === undefined ? undefined : Number(size) });
  });
