import { savedBy } from '#app/editor/field/save-result.ts';
import type { VersionId } from '#contract/content-version.ts';
import { useCallback, type ReactNode } from 'react';
import { API } from '#contract/paths.ts';
import { SITE_TEXTS, type AllSiteTexts, type SiteTextSave, type SiteTextType } from '#contract/site-text.ts';
import { adminApi, callAs, post } from '#app/editor/shell/admin-api.ts';
import { EditorSection } from '#app/editor/shell/editor-section.tsx';
import { AnnouncementField } from './announcement-field.tsx';
import { RichTextField } from '#app/editor/field/rich-text-field.tsx';
import { TextField } from '#app/editor/field/text-field.tsx';
import type { Day } from '#shared/opening-hours.ts';
import { HOURS_EXAMPLE, hoursNote } from '#app/editor/field/hours-note.ts';

export type TextFieldProps = {
  type: SiteTextType;
  isMultiline?: boolean;
  /** The text is too long for its box of one line. */
  isLong?: boolean;
  /** Shown for rich text only. */
  hint?: string;
  /** Days of a text of opening hours. */
  days?: readonly Day[];
};

export function TextSection({
  id,
  heading,
  help,
  fields,
  tool,
  texts,
  version,
}: {
  id: string;
  heading: string;
  help?: ReactNode;
  fields: readonly TextFieldProps[];
  /** Shown below the fields. */
  tool?: ReactNode;
  texts: AllSiteTexts;
  version: VersionId;
}) {
  const subjects = SITE_TEXTS.flatMap(({ type, subject }) =>
    fields.some((field) => field.type === type) ? subject : [],
  );
  return (
    <EditorSection id={id} heading={heading} help={help} subjects={subjects}>
      {fields.map((field) => (
        <SiteTextField key={field.type} section={id} saved={texts[field.type]} version={version} {...field} />
      ))}
      {tool}
    </EditorSection>
  );
}

const savedText = (type: SiteTextType) =>
  savedBy<string>(
    (message) => post<SiteTextSave>(API.saveSiteText, { configType: type, message }),
    (text: string) => text,
  );

function SiteTextField({
  section,
  type,
  hint,
  days,
  saved,
  version,
  ...box
}: TextFieldProps & { section: string; saved: string; version: VersionId }) {
  const load = useCallback(() => callAs(adminApi.allSiteTexts(), (texts) => texts[type]), [type]);
  const text = SITE_TEXTS.find((each) => each.type === type);
  const { label = '', subject = '' } = text ?? {};
  const source = { section, field: type, subject, saved, version, ...savedText(type), load, label };
  if (type === 'AnnouncementMessage') return <AnnouncementField {...source} hint={hint} />;
  if (text?.maxLength === undefined) return <RichTextField {...source} hint={hint} />;
  const hours = days && {
    placeholder: HOURS_EXAMPLE,
    noteOn: (draft: string) => hoursNote(draft, days),
  };
  return <TextField {...source} {...box} {...hours} maxLength={text.maxLength} />;
}
