import { Type, type Static } from 'typebox';
import { Saved } from './saved.ts';
import { SETTING_FIELDS, type Field } from './setting-fields.ts';
import type { Site } from './site.ts';

export type SiteSetting = keyof typeof SETTING_FIELDS;

/** Keys of the site file that the editor can change. Only the site file sets the others, which an operator decides. */
export const SITE_SETTINGS = Object.keys(
  SETTING_FIELDS satisfies FieldsOf<Pick<Site, SiteSetting>>,
) as SiteSetting[];

/** Fields for each value of an object of the site file. */
type FieldsOf<Values> = { [Key in keyof Values]-?: FieldOf<NonNullable<Values[Key]>> };
type FieldOf<Value> = Value extends readonly (infer Row)[]
  ? { kind: 'list' | 'other'; noun: string; fields: FieldsOf<Row> }
  : Value extends object
    ? { kind: 'pageTexts' } | { kind: 'form' | 'other'; fields: FieldsOf<Value> }
    : { kind: Exclude<Field['kind'], 'form' | 'list' | 'pageTexts'> };

export const isSiteSetting = (name: string): name is SiteSetting => Object.hasOwn(SETTING_FIELDS, name);

/** Subject of the changes of a setting in the change log. */
export const siteSettingSubject = (name: SiteSetting | '') => `setting:${name}`;

const Value = Type.Unknown({
  description: 'A value of this key of the site file. The file site.schema.json describes it.',
});

/** Current value of a setting. `source` is where it comes from. */
export type SettingValue<Value = unknown> = { value: Value; source: 'editor' | 'file' };
export const SettingValue = Type.Object({
  value: Value,
  source: Type.Enum(['editor', 'file'], {
    description: 'editor if an administrator saved the value; file if the site file sets it.',
  }),
});

/** Settings by name. */
export type SiteSettings = { [Name in SiteSetting]: SettingValue<Site[Name]> };
export const SiteSettings = Type.Record(Type.String(), SettingValue);

/** Settings to save, and those to set from the site file again. */
export type SiteSettingsSave = Static<typeof SiteSettingsSave>;
export const SiteSettingsSave = Type.Object(
  {
    values: Type.Optional(
      Type.Record(Type.String(), Value, {
        maxProperties: 100,
        description: 'Values to save, by name of the setting.',
      }),
    ),
    fromFile: Type.Optional(
      Type.Array(Type.Enum(SITE_SETTINGS), {
        description: 'Settings that the site file sets again.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The saved settings. */
export type SavedSiteSettings = Static<typeof SavedSiteSettings>;
export const SavedSiteSettings = Saved(SiteSettings);
