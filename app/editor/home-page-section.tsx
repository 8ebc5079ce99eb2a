import { useCallback } from 'react';
import { SITE_TEXTS, type AllSiteTexts, type SiteTextType } from '#contract/site-text.ts';
import { editorCalls } from './editor-calls.ts';
import { EditorSection } from './editor-section.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { TextField } from './text-field.tsx';

const SECTION = 'home-page';

export function HomePageSection({ texts, version }: { texts: AllSiteTexts; version: number }) {
  const source = (type: SiteTextType) => ({ section: SECTION, field: type, saved: texts[type], version });
  return (
    <EditorSection id={SECTION} heading="Home Page">
      <TextField
        label="Welcome message"
        maxLength={maxLengthOf('WelcomeMessage')}
        save={useSaveSiteText('WelcomeMessage')}
        {...source('WelcomeMessage')}
      />
      <RichTextField
        label="Announcement message"
        save={useSaveSiteText('AnnouncementMessage')}
        {...source('AnnouncementMessage')}
      />
    </EditorSection>
  );
}

function useSaveSiteText(configType: SiteTextType) {
  return useCallback(
    (message: string, basedOn: number) => editorCalls.saveSiteText({ configType, message }, basedOn),
    [configType],
  );
}

function maxLengthOf(type: SiteTextType): number {
  const text = SITE_TEXTS.find((each) => each.type === type);
  return text && 'maxLength' in text ? text.maxLength : Infinity;
}
