import { Type, type Static } from 'typebox';
import { Problem } from './problem.ts';
import { item, sender } from './rights.ts';
import { Moment } from './schemas.ts';

/** Minutes for which a link to a preview works. */
export const PREVIEW_LINK_MINUTES = 60;
/** Our choices: links that have not expired, and saves of one draft. */
export const PREVIEW_LINKS_MAX = 50;
export const DRAFT_SAVES_MAX = 100;
/** Longest body of a request with a draft, in bytes: some saves of the longest lists together. */
export const DRAFT_MAX_BYTES = 2 * 1024 * 1024;

const VERSION = '^\\d{1,9}(-[0-9a-f]{8})?$';

/** A save as data: the request that the editor would send, and the content version that it is based on. */
export type SaveRequest = Static<typeof SaveRequest>;
export const SaveRequest = Type.Object(
  {
    method: Type.Enum(['POST', 'PUT', 'DELETE']),
    path: Type.String({
      maxLength: 200,
      pattern: '^/api/[\\w./-]+(\\?[\\w=&-]*)?$',
      description: 'a path of this API',
    }),
    body: Type.Optional(Type.Unknown()),
    version: Type.Optional(
      Type.String({ pattern: VERSION, description: 'a content version, such as 12-0a1b2c3d' }),
    ),
  },
  { additionalProperties: false },
);

const SAVES: ReadonlySet<string> = new Set([
  ...sender('POST')('saveSiteText', 'priceTable', 'saveEmployees', 'locations', 'siteSettings', 'ownPages'),
  ...sender('POST')('newPioneerItems', 'pioneerItemUpdates', 'pioneerItemRestore'),
  ...sender('PUT')('cashBids', 'commodities', 'harvest', 'ownPageOrder'),
  item('PUT', 'ownPages'),
  ...(['saveEmployees', 'locations', 'newPioneerItems', 'ownPages'] as const).map((name) =>
    item('DELETE', name),
  ),
]);

/** Returns whether a request saves content, and nothing else, so that it can be previewed and scheduled. */
export function isContentSave({ method, path }: Pick<SaveRequest, 'method' | 'path'>): boolean {
  const [route = ''] = path.split('?', 1);
  return [route, route.replace(/\/[^/]+$/, '/:id')].some((each) => SAVES.has(`${method} ${each}`));
}

const Path = Type.String({
  maxLength: 300,
  pattern: `^/(?!/)[^\\0\\\\]*$`,
  description: 'the path of a public page, such as /products',
});
const Saves = Type.Array(SaveRequest, { maxItems: DRAFT_SAVES_MAX });

/** A public page with unsaved changes. `asOf`: the moment that counts as now, after the saves scheduled until then. */
export type Draft = Static<typeof Draft>;
export const Draft = Type.Object(
  { path: Path, saves: Saves, asOf: Type.Optional(Moment('The moment to show.')) },
  { additionalProperties: false },
);

/** A save that a preview leaves out. */
export type FailedSave = Static<typeof FailedSave>;
export const FailedSave = Type.Object({
  index: Type.Integer({ description: 'The position of the save in the request, from 0.' }),
  problem: Problem,
});

export type Preview = Static<typeof Preview>;
export const Preview = Type.Object({
  html: Type.String({ description: 'The complete public page, with a banner that says what it is.' }),
  failed: Type.Array(FailedSave),
});

/** Link to a preview, without its token. */
export type PreviewLink = Static<typeof PreviewLink>;
export const PreviewLink = Type.Object({
  id: Type.String(),
  path: Type.String(),
  createdBy: Type.String(),
  expiresAt: Moment(),
});
export const PreviewLinks = Type.Array(PreviewLink);

export type NewPreviewLink = Static<typeof NewPreviewLink>;
export const NewPreviewLink = Type.Object({
  id: Type.String(),
  token: Type.String({ description: 'Shown once. Stored only as a hash.' }),
  expiresAt: Moment(),
});
