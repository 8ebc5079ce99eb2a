import type { Static, TSchema } from 'typebox';
import { Upload } from '#contract/images.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { UploadTerms } from '#server/platform/files/file-store.ts';
import { baseVersionOf, type AdminApi } from '#server/platform/http/api.ts';
import type { Based } from './file-kind.ts';

/** A call by POST: its schemas, and what it does. `seen` reads the version that the change is based on. */
type Post<Body extends TSchema, Response extends TSchema> = {
  body: Body;
  response: Response;
  bodyLimit?: number;
  run: (author: Author, body: Static<Body>, seen: () => Based) => Promise<Static<Response>>;
};

/** Returns a function that adds a call by POST for administrators. */
export const postRoutes =
  ({ app, describe, authorOf }: AdminApi) =>
  <Body extends TSchema, Response extends TSchema>(
    path: string,
    summary: string,
    { body, response, bodyLimit, run }: Post<Body, Response>,
  ) =>
    app.post(
      path,
      { ...(bodyLimit !== undefined && { bodyLimit }), schema: describe(summary, { body, response }) },
      async (request) =>
        run(authorOf(request), request.body as Static<Body>, () => ({ baseVersion: baseVersionOf(request) })),
    );

/** Adds the call that signs an upload. */
export const addUploadUrlRoute = (
  { app, describe }: AdminApi,
  path: string,
  summary: string,
  {
    query,
    signUpload,
  }: { query: TSchema; signUpload: (of: { fileName: string } & UploadTerms) => Promise<Upload> },
) =>
  app.get(path, { schema: describe(summary, { querystring: query, response: Upload }) }, async (request) => {
    const { size, ...of } = request.query as { fileName: string; contentType?: string; size?: string };
    return signUpload({ ...of, size: size === undefined ? undefined : Number(size) });
  });
