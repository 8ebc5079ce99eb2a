import { SETTING_FIELDS, type Field } from '#contract/setting-fields.ts';
import { SITE_SETTINGS } from '#contract/site-settings.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { SectionHelp } from '#app/editor/shell/section-help.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { drawingsOf } from './drawings.ts';
import { isTyped } from './form.tsx';
import { Setting } from './setting.tsx';
import { HOURS_SECTION, SECTION, SEED_SECTION, sectionOf } from './setting-sections.ts';

export const WebsiteSection = () => <Settings section={SECTION} noun="website settings" />;

export const SpecialDaysSection = () => <Settings section={HOURS_SECTION} noun="special days" />;

export const SeedSection = () => <Settings section={SEED_SECTION} noun="seed brands" />;

function Settings({ section, noun }: { section: string; noun: string }) {
  const names = SITE_SETTINGS.filter((name) => {
    const field: Field = SETTING_FIELDS[name];
    return sectionOf(name) === section && isTyped(field);
  });
  const helps = names.flatMap((name) => {
    const { label, help }: Field = SETTING_FIELDS[name];
    return help ? <p key={name}>{`${label}: ${help}`}</p> : [];
  });
  return (
    <>
      {helps.length > 0 && <SectionHelp>{helps}</SectionHelp>}
      <Loaded from={adminApi.siteSettings} noun={noun}>
        {(settings, version) => {
          const props = { loaded: { settings, version }, drawings: drawingsOf(settings) };
          return names.map((name) => <Setting key={name} name={name} {...props} />);
        }}
      </Loaded>
    </>
  );
}
