import { useCallback, useEffect, useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { Site } from '#contract/site.ts';
import { siteSettingSubject, type SiteSetting, type SiteSettings } from '#contract/site-settings.ts';
import { mergeSetting } from '#shared/merge-setting.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { setParts, setPioneerShown } from '#app/editor/shell/shown-parts.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import type { MergeTexts } from '#app/editor/field/merge-draft.ts';
import { toSaved, UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';
import type { Current } from '#app/editor/field/field-state.ts';
import { TEXT_FORM } from '#app/editor/field/stored-form.ts';
import { useField } from '#app/editor/field/use-field.ts';
import type { Draft } from './setting-draft.ts';
import { draftText, parseDraft, savedText, upgradeDraft, valueOfText } from './stored-draft.ts';

export const SECTION = 'website-settings';
export const SEED_SECTION = 'seed-brands';

export const sectionOf = (name: SiteSetting) =>
  name === 'pioneer' || name === 'seedBrands' ? SEED_SECTION : SECTION;

export type LoadedSettings = { settings: SiteSettings; version: VersionId };

export type SettingField = ReturnType<typeof useSettingField>;

/** Creates the function that merges a draft of a setting with someone else's version. Where both differ, the draft wins. */
const mergeTexts =
  (name: SiteSetting): MergeTexts =>
  (texts) => {
    try {
      const valueOf = (text: string) => valueOfText(name, text);
      const [base, mine, theirs] = [texts.base, texts.draft, texts.theirs].map(valueOf);
      return savedText(name, mergeSetting(name, { base, mine, theirs }).value);
    } catch {
      return undefined;
    }
  };

/** Manages a setting as a field that is saved separately. */
export function useSettingField(name: SiteSetting, { settings, version }: LoadedSettings) {
  const [source, setSource] = useState(settings[name].source);
  const textOf = useCallback((all: SiteSettings) => savedText(name, all[name].value), [name]);
  const { drafts } = useEditor();
  useState(() => upgradeDraft(drafts, `setting-${name}`, name));

  const save = useCallback(
    async (text: string, baseVersion: VersionId): Promise<SaveResult> => {
      let value: unknown;
      try {
        value = valueOfText(name, text);
      } catch {
        return UNREADABLE_DRAFT;
      }
      const result = await adminApi.saveSiteSettings({ values: { [name]: value } }, baseVersion);
      if (result.outcome === 'done') setSource(result.body.content[name].source);
      return toSaved(result, textOf);
    },
    [name, textOf],
  );

  const load = useCallback(async () => {
    const result = await adminApi.siteSettings();
    if (result.outcome !== 'done') return result;
    setSource(result.body[name].source);
    return { ...result, body: textOf(result.body) };
  }, [name, textOf]);

  const field = useField(
    {
      section: sectionOf(name),
      field: `setting-${name}`,
      subject: siteSettingSubject(name),
      saved: useMemo(() => textOf(settings), [settings, textOf]),
      version,
      save,
      load,
      merge: mergeTexts(name),
    },
    TEXT_FORM,
  );

  const { change } = field;
  async function takeFromFile() {
    await change(async (now) => {
      const sent = await adminApi.saveSiteSettings({ fromFile: [name] }, now.version);
      const result = toSaved(sent, textOf);
      switch (result.outcome) {
        case 'done': {
          setSource('file');
          const { content, version: next } = result.body;
          return { type: 'serverUpdated', content, version: next, adopt: () => content };
        }
        case 'conflict':
          return { type: 'conflict', reason: result.reason, current: result.current as Current };
        case 'signed-out':
        case 'rejected':
        case 'unreachable':
          return { type: 'failed', reason: result.reason, isSignedOut: result.outcome === 'signed-out' };
      }
    });
  }

  const { draft: text, saved: savedNow } = field.state;
  const saved = useMemo(() => parseDraft(name, savedNow), [name, savedNow]);
  // A broken draft shows the saved value until it is changed.
  const draftIn = useCallback(
    (each: string) => {
      try {
        return parseDraft(name, each);
      } catch {
        return saved;
      }
    },
    [name, saved],
  );
  const draft = useMemo(() => draftIn(text), [draftIn, text]);

  useEffect(() => {
    if (name === 'parts') setParts(valueOfText(name, savedNow) as Site['parts']);
    if (name === 'pioneer') setPioneerShown((valueOfText(name, savedNow) as Site['pioneer']).shown);
  }, [name, savedNow]);

  return {
    name,
    field,
    draft,
    saved,
    change: (step: (before: Draft) => Draft) => field.edit((each) => draftText(name, step(draftIn(each)))),
    isFromFile: source === 'file',
    /** Lets the site file set the value again. */
    takeFromFile: () => void takeFromFile(),
  };
}
