import type { Static, TSchema } from 'typebox';
import { Upload, UploadQuery } from '#contract/images.ts';
import type { Author } from '#server/platform/change.ts';
import type { UploadTerms } from '#server/platform/files/file-store.ts';
import { basedOn, route, type AdminApi } from '#server/http/api.ts';
import type { Based } from '#server/records/saved.ts';

/**
 * Returns a function that adds a POST for administrators, with the schema of its body. `seen` reads the version that the
 * change is based on.
 */
export const postRoutes =
  <Response extends TSchema>(
    { app, authorOf }: AdminApi,
    response: Response,
    options: { bodyLimit?: number } = {},
  ) =>
  <Body extends TSchema>(
    path: string,
    summary: string,
    body: Body,
    run: (author: Author, body: Static<Body>, seen: () => Based) => Promise<Static<Response>>,
  ) =>
    app.post(path, route(summary, { ...options, body, response }), async (request) =>
      run(authorOf(request), request.body as Static<Body>, () => basedOn(request)),
    );

/** Adds the GET that signs an upload. */
export const addUploadUrlRoute = (
  { app }: AdminApi,
  path: string,
  summary: string,
  sign: (of: { fileName: string } & UploadTerms) => Promise<Upload>,
) =>
  app.get(
    path,
    route(summary, { querystring: UploadQuery, response: Upload }),
    async ({ query: { size, ...of } }) =>
      sign({ ...of, size: size === undefined ? undefined : Number(size) }),
  );
