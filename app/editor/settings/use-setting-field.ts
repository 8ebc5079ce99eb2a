import { useCallback, useEffect, useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { Site } from '#contract/site.ts';
import { siteSettingSubject, type SiteSetting, type SiteSettings } from '#contract/site-settings.ts';
import { mergeSetting } from '#shared/merge-setting.ts';
import { adminApi } from '#app/editor/frame/admin-api.ts';
import { setParts, setPioneerShown } from '#app/editor/frame/shown-parts.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import {
  toSavedText,
  UNREADABLE_DRAFT,
  type MergeTexts,
  type SaveResult,
} from '#app/editor/field/save-result.ts';
import { useField, type Field } from '#app/editor/field/use-field.ts';
import type { Draft } from './setting-draft.ts';
import { draftText, parseDraft, savedText, upgradeDraft, valueOfText } from './stored-draft.ts';

export const SECTION = 'website-settings';
export const SEED_SECTION = 'seed-brands';

export const sectionOf = (name: SiteSetting) =>
  name === 'pioneer' || name === 'seedBrands' ? SEED_SECTION : SECTION;

export type LoadedSettings = { settings: SiteSettings; version: VersionId };

export type SettingField = {
  name: SiteSetting;
  field: Field;
  draft: Draft;
  saved: Draft;
  change: (step: (draft: Draft) => Draft) => void;
  isFromFile: boolean;
  /** Lets the site file set the value again. */
  takeFromFile: () => void;
};

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
export function useSettingField(name: SiteSetting, { settings, version }: LoadedSettings): SettingField {
  const [source, setSource] = useState(settings[name].source);
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
      const merge = mergeTexts(name);
      return toSavedText(result, (content) => savedText(name, content[name].value), { sent: text, merge });
    },
    [name],
  );

  const load = useCallback(async () => {
    const result = await adminApi.siteSettings();
    if (result.outcome !== 'done') return result;
    setSource(result.body[name].source);
    return { ...result, body: savedText(name, result.body[name].value) };
  }, [name]);

  const field = useField({
    section: sectionOf(name),
    field: `setting-${name}`,
    subject: siteSettingSubject(name),
    saved: useMemo(() => savedText(name, settings[name].value), [name, settings]),
    version,
    save,
    load,
    merge: mergeTexts(name),
  });

  const { change } = field;
  async function takeFromFile() {
    await change(async (now) => {
      const result = await adminApi.saveSiteSettings({ fromFile: [name] }, now.version);
      switch (result.outcome) {
        case 'done': {
          const { value, source: next } = result.body.content[name];
          setSource(next);
          const content = savedText(name, value);
          return { type: 'serverUpdated', content, version: result.version, adopt: () => content };
        }
        case 'conflict': {
          const content = savedText(name, (result.current.content as SiteSettings)[name].value);
          return { type: 'conflict', reason: result.reason, current: { ...result.current, content } };
        }
        case 'signed-out':
          return { type: 'failed', reason: result.reason, isSignedOut: true };
        case 'rejected':
        case 'unreachable':
          return { type: 'failed', reason: result.reason };
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
    change: (step) => field.edit((each) => draftText(name, step(draftIn(each)))),
    isFromFile: source === 'file',
    takeFromFile: () => void takeFromFile(),
  };
}
