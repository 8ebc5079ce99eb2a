import { useEffect, useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { API } from '#contract/paths.ts';
import { SETTING_FIELDS } from '#contract/setting-fields.ts';
import type { Site } from '#contract/site.ts';
import {
  siteSettingSubject,
  type SiteSetting,
  type SiteSettings,
  type SiteSettingsSave,
} from '#contract/site-settings.ts';
import { mergeSetting } from '#shared/merge-setting.ts';
import { adminApi, callAs, post } from '#app/editor/shell/admin-api.ts';
import { setSwitches } from '#app/editor/shell/switched-off.ts';
import type { Current } from '#app/editor/field/field-state.ts';
import type { MergeTexts } from '#app/editor/field/merge-draft.ts';
import { savedBy } from '#app/editor/field/save-result.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { sectionOf } from './setting-sections.ts';
import { storedFormOf, toDraft, toValue, type Draft } from './setting-draft.ts';

export type LoadedSettings = { settings: SiteSettings; version: VersionId };

export type SettingField = ReturnType<typeof useSettingField>;

/** Manages a setting as a field that is saved separately. */
export function useSettingField(name: SiteSetting, { settings, version }: LoadedSettings) {
  const [source, setSource] = useState(settings[name].source);
  const form = useMemo(() => storedFormOf(SETTING_FIELDS[name]), [name]);
  const saved = useMemo(() => toDraft(SETTING_FIELDS[name], settings[name].value), [name, settings]);
  const valueOf = (draft: Draft) => toValue(SETTING_FIELDS[name], draft);

  function read(all: SiteSettings): Draft {
    setSource(all[name].source);
    return toDraft(SETTING_FIELDS[name], all[name].value);
  }

  /** Merges a draft with someone else's version. Where both differ, the draft wins. */
  const merge: MergeTexts<Draft> = ({ draft, base, theirs }) => {
    const versions = { base: valueOf(base), mine: valueOf(draft), theirs: valueOf(theirs) };
    return toDraft(SETTING_FIELDS[name], mergeSetting(name, versions).value);
  };

  const savedWith = (bodyOf: (draft: Draft) => SiteSettingsSave) =>
    savedBy((draft: Draft) => post(API.siteSettings, bodyOf(draft)), read);

  const field = useField<Draft>(
    {
      section: sectionOf(name),
      field: `setting-${name}`,
      subject: siteSettingSubject(name),
      saved,
      version,
      ...savedWith((draft) => ({ values: { [name]: valueOf(draft) } })),
      load: () => callAs(adminApi.siteSettings(), read),
      merge,
    },
    form,
  );

  const takeFromFile = () =>
    void field.change(async (now) => {
      const { save } = savedWith(() => ({ fromFile: [name] }));
      const result = await save(now.draft, now.version, now.base);
      const { outcome } = result;
      if (outcome === 'done') {
        const { content, version: next } = result.body;
        return { type: 'serverUpdated', content, version: next, adopt: () => content };
      }
      if (outcome === 'conflict')
        return { type: 'conflict', reason: result.reason, current: result.current as Current<Draft> };
      return { type: 'failed', reason: result.reason, isSignedOut: outcome === 'signed-out' };
    });

  const savedNow = field.state.saved;
  useEffect(() => {
    const value = toValue(SETTING_FIELDS[name], savedNow);
    if (name === 'parts') setSwitches({ parts: value as Site['parts'] });
    if (name === 'pioneer') setSwitches({ pioneer: value as Site['pioneer'] });
  }, [name, savedNow]);

  return {
    name,
    field,
    valueOf,
    isFromFile: source === 'file',
    /** Lets the site file set the value again. */
    takeFromFile,
  };
}
