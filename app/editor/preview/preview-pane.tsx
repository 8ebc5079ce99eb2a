import { useEffect, useMemo, useRef, useState } from 'react';
import type { Preview } from '#contract/drafts.ts';
import { API } from '#contract/paths.ts';
import { counted } from '#contract/text.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { useSite } from '#app/ui/site-context.ts';
import { useEditor, type Previewed } from '#app/editor/field/editor-context.ts';
import { call } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import type { UnsavedFields } from '#app/editor/shell/use-unsaved-fields.ts';
import { useIsNarrow } from '#app/editor/shell/use-is-narrow.ts';
import controls from '#app/editor/shell/controls.module.css';
import { followChanges } from './follow-changes.ts';
import { pendingSaves } from './pending-saves.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewLinks } from './preview-links.tsx';
import { placeOf, previewPages } from './preview-pages.ts';
import styles from './preview-pane.module.css';

const PHONE_WIDTH = 390;
const DESKTOP_WIDTH = 1280;

/** Renders a page with what is typed: beside the form or, on a phone, in place of it. */
export function PreviewPane({
  shown: { section, asOf },
  unsaved,
  onClose,
}: {
  shown: Previewed;
  unsaved: UnsavedFields;
  onClose: () => void;
}) {
  const site = useSite();
  const { timeZone } = useEditor();
  const isNarrow = useIsNarrow();
  const pages = useMemo(() => previewPages(site), [site]);
  const [place, setPlace] = useState(placeOf(section));
  const [path = '', hash] = place.split('#');
  const [isWide, setWide] = useState(false);
  const [isAll, setAll] = useState(section === undefined);
  const [shown, setShown] = useState<{ path: string; html: string }>();
  const [reasons, setReasons] = useState<readonly string[]>([]);

  const included = useMemo(
    () => [...unsaved].filter(([, each]) => asOf === undefined && (isAll || each.section === section)),
    [unsaved, isAll, section, asOf],
  );
  const isPartial = asOf === undefined && !isAll && included.length < unsaved.size;

  useEffect(() => {
    let isCurrent = true;
    const follower = followChanges(async () => {
      const { saves, fields, problems } = pendingSaves(included);
      const result = await call<Preview>(API.preview, { body: { path, saves, asOf } });
      if (!isCurrent) return;
      if (result.outcome !== 'done') return setReasons([result.reason]);
      setShown({ path, html: result.body.html });
      const failed = result.body.failed.map(({ index, problem }) => ({
        field: fields[index],
        reason: problem.detail,
      }));
      setReasons([...problems, ...failed].map(({ field, reason }) => `${labelOf(field)}${reason}`));
    });
    const stops = included.map(([, { pending }]) => pending?.subscribe(follower.changed));
    follower.changed();
    return () => {
      isCurrent = false;
      follower.stop();
      for (const stop of stops) stop?.();
    };
  }, [path, included, asOf]);

  const dialog = useRef<HTMLDialogElement>(null);
  useRootAttribute('data-preview');
  useEffect(() => {
    const { current } = dialog;
    if (isNarrow) current?.showModal();
    else current?.setAttribute('open', '');
    return () => current?.close();
  }, [isNarrow]);

  return (
    <dialog ref={dialog} className={styles.pane} aria-label="Preview" onCancel={onClose}>
      <div className={styles.bar}>
        <label>
          Preview of
          <select className={controls.input} value={path} onChange={({ target }) => setPlace(target.value)}>
            {pages.map((page) => (
              <option key={page.path} value={page.path}>
                {page.name}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={onClose}>Close</Button>
      </div>
      {asOf !== undefined && <p className={styles.note}>The site as of {formatDateTime(asOf, timeZone)}</p>}
      {isPartial && (
        <p className={styles.note}>
          Only this section.{' '}
          <Button look="link" onClick={() => setAll(true)}>
            Show all {counted(unsaved.size, 'unsaved change')}
          </Button>
        </p>
      )}
      <FailureAlert
        message={reasons.length > 0 && shown ? 'Not in the preview' : undefined}
        failure={reasons.length > 0 ? { reason: reasons.join(' ') } : undefined}
        className={styles.failure}
      />
      <PreviewFrame shown={shown} hash={hash} width={isWide ? DESKTOP_WIDTH : PHONE_WIDTH} />
      <div className={styles.bar}>
        <Button look="link" onClick={() => setWide(!isWide)}>
          {isWide ? 'Phone width' : 'Desktop width'}
        </Button>
        <PreviewLinks draftOf={() => ({ path, saves: pendingSaves(included).saves, asOf })} />
      </div>
    </dialog>
  );
}

/** Returns the name of a field of the page, before a reason. */
function labelOf(field: string | undefined): string {
  const label = document.querySelector(`[data-field="${field}"]`)?.getAttribute('aria-label');
  return label ? `${label}: ` : '';
}
