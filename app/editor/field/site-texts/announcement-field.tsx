import { useState, type ComponentProps } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { API } from '#contract/paths.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import type { ScheduledChange } from '#contract/schedule.ts';
import type { SiteTextSave } from '#contract/site-text.ts';
import { localTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RichTextField } from '#app/editor/field/rich-text-field.tsx';
import type { Save } from '#app/editor/field/save-result.ts';
import { TimeInput } from '#app/editor/field/schedule-parts.tsx';
import { call, post } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';

const EMPTY = post<SiteTextSave>(API.saveSiteText, { configType: 'AnnouncementMessage', message: '' });

/** Renders the announcement, with the time when it is taken down. Each save schedules that again, for its own version. */
export function AnnouncementField(props: ComponentProps<typeof RichTextField>) {
  const { scheduled, refreshSchedule, timeZone } = useEditor();
  const [typed, setTyped] = useState<string>();
  const [failure, setFailure] = useFailure();
  const known = scheduled.find(({ isTakeDown, state }) => isTakeDown && state === 'waiting');
  const stored = known ? localTime(known.at, timeZone).replace(' ', 'T') : '';
  const at = typed ?? stored;

  async function schedule(text: string, version: VersionId): Promise<void> {
    const body = { at, saves: [{ ...EMPTY, version }] };
    const isWanted = at !== '' && hasVisibleText(text);
    const made = isWanted ? await call<ScheduledChange>(API.schedule, { body }) : undefined;
    if (made && made.outcome !== 'done') return setFailure(made);
    if (known) await call(`${API.schedule}/${known.id}`, { method: 'DELETE' });
    await refreshSchedule();
    setFailure(undefined);
    setTyped(undefined);
  }

  const save: Save<string> = async (text, ...versions) => {
    const result = await props.save(text, ...versions);
    if (result.outcome !== 'done') return result;
    const isDue = at !== stored || (result.body.changed && at !== '');
    if (isDue) await schedule(text, result.version);
    return { ...result, body: { ...result.body, changed: result.body.changed || isDue } };
  };

  return (
    <RichTextField
      {...props}
      save={save}
      below={
        <>
          {known || typed !== undefined ? (
            <TimeInput label="Take down on" value={at} onChange={setTyped} />
          ) : (
            <Button look="link" onClick={() => setTyped('')}>
              Take down on a date…
            </Button>
          )}
          <p aria-live="polite">{at !== stored && 'Choose Update to keep this time.'}</p>
          <FailureAlert message="It won't be taken down" failure={failure} />
        </>
      }
    />
  );
}
