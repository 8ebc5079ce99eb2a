import { useCallback } from 'react';
import { SITE_TEXTS, type AllSiteTexts, type SiteTextType } from '#contract/site-text.ts';
import { adminApi } from '#app/editor/frame/admin-api.ts';
import { EditorSection } from '#app/editor/frame/editor-section.tsx';
import { RichTextField } from '#app/editor/field/rich-text-field.tsx';
import { TextField } from '#app/editor/field/text-field.tsx';

/** `hint`: shown for rich text only. */
export type TextFieldProps = { type: SiteTextType; label: string; isMultiline?: boolean; hint?: string };

export function TextSection({
  id,
  heading,
  hint,
  fields,
  texts,
  version,
}: {
  id: string;
  heading: string;
  hint?: string | undefined;
  fields: readonly TextFieldProps[];
  texts: AllSiteTexts;
  version: number;
}) {
  return (
    <EditorSection id={id} heading={heading} hint={hint}>
      {fields.map((field) => (
        <SiteTextField key={field.type} section={id} saved={texts[field.type]} version={version} {...field} />
      ))}
    </EditorSection>
  );
}

function SiteTextField({
  section,
  type,
  label,
  isMultiline = false,
  hint,
  saved,
  version,
}: TextFieldProps & { section: string; saved: string; version: number }) {
  const save = useCallback(
    (message: string, baseVersion: number) =>
      adminApi.saveSiteText({ configType: type, message }, baseVersion),
    [type],
  );
  const source = { section, field: type, saved, version, save, label };
  const text = SITE_TEXTS.find((each) => each.type === type);
  if (!text || text.richText) return <RichTextField {...source} hint={hint} />;
  return <TextField {...source} maxLength={text.maxLength} isMultiline={isMultiline} />;
}
