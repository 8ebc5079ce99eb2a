import { createHash } from 'node:crypto';
import type { Draft, Preview } from '#contract/drafts.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { signInNeeded } from '#server/domains/accounts/check-change.ts';
import { toProblem } from '#server/http/problem.ts';
import type { Rendered } from '#server/http/response.ts';
import { isEditorPage } from '#server/pages/page-documents.ts';
import type { ScheduleService } from '#server/domains/schedule/schedule-service.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { Draft as OpenDraft, Drafts } from './drafts.ts';
import { createLatestQueue } from './latest-queue.ts';

/** Draft of an administrator. */
type OwnDraft = Draft & { adminId: string };

export type Previews = ReturnType<typeof createPreviews>;

/**
 * Creates the previews of pages with unsaved changes. They change nothing, and are rendered one at a time. As of a moment,
 * what is scheduled until then precedes the changes.
 */
export function createPreviews(drafts: Drafts, schedule: Pick<ScheduleService, 'rehearseUntil'>) {
  const inTurn = createLatestQueue();
  const rehearse = <Result>(
    { adminId, asOf }: OwnDraft,
    work: (draft: OpenDraft, at: Date | undefined) => Promise<Result>,
  ) =>
    drafts.rehearse(async (draft, db) => {
      if (asOf === undefined) return work(draft, undefined);
      const viewer = await accountStores(db).admins.findById(adminId);
      if (!viewer) throw signInNeeded();
      const at = new Date(asOf);
      await schedule.rehearseUntil(draft, db, at, viewer);
      return work(draft, at);
    });
  return {
    /** Throws the error of the first save that is not possible, and ValidationError for a page of the editor. */
    async check(own: OwnDraft): Promise<void> {
      assertPublic(own.path);
      const { adminId, saves } = own;
      await rehearse(own, (draft, at) => draft.publish({ adminId, saves, at }));
    },

    /**
     * Renders a page with the saves that are possible. A newer preview of the same `viewer` replaces one that waits, which
     * rejects with ConflictError. Also throws ValidationError for a page of the editor, UnauthorizedError for an account
     * that has ended, and like a save if the database cannot be written.
     */
    show: (own: OwnDraft, viewer: string): Promise<Preview & { page: Rendered }> =>
      inTurn(viewer, async () => {
        const { path, adminId, saves } = own;
        assertPublic(path);
        const { draft, results, at } = await rehearse(own, async (opened, moment) => ({
          draft: opened,
          results: await opened.replay({ adminId, saves, at: moment }),
          at: moment,
        }));
        const failed = results.flatMap((result, index) =>
          'error' in result ? [{ index, problem: toProblem(result.error) }] : [],
        );
        const page = await draft.render(path, at);
        return { html: withBanner(page.body.toString()), failed, page };
      }),
  };
}

function assertPublic(path: string): void {
  if (isEditorPage(path.split(/[?#]/, 1).join()))
    throw new ValidationError('not-public', 'Only pages of your website have a preview.', '/path');
}

const BANNER_STYLE =
  'body>#preview{position:fixed;inset:auto 0 0;z-index:99;padding:.5rem;background:#7a1f1f;color:#fff;font:600 1rem/1.4 sans-serif;text-align:center}';

/** The only element in which a preview differs from the page that the same saves would publish. */
export const PREVIEW_BANNER = `<aside id="preview"><style>${BANNER_STYLE}</style>Preview. Not on the website.</aside>`;

const withBanner = (html: string) => html.replace('\n<body>', () => `\n<body>${PREVIEW_BANNER}`);

const STYLE_HASH = createHash('sha256').update(BANNER_STYLE).digest('base64');

/** Returns the policy of a page as that of its preview. The sandbox makes it show what it shows without scripts. */
export const previewPolicy = (policy: string) =>
  policy
    .replace(/script-src [^;]*/, "script-src 'none'")
    .replace('style-src ', `style-src 'sha256-${STYLE_HASH}' `)
    .concat('; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox');
