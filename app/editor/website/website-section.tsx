import { adminApi } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { BrandField } from './brand-field.tsx';
import { ColorField } from './color-field.tsx';
import { drawingsOf } from './drawings.ts';
import { LinksField } from './links-field.tsx';
import { LocationField } from './location-field.tsx';
import { PartsField } from './parts-field.tsx';
import { OpenSetup } from './open-setup.tsx';
import { RowList } from './row-list.tsx';
import { SettingForm, SettingText } from './setting-form.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import type { LoadedSettings } from './use-setting-field.ts';

export function WebsiteSection() {
  const load = useEditorQuery(adminApi.siteSettings);
  return (
    <EditorQueryView query={load} noun="website settings">
      {(settings, version) => <Settings loaded={{ settings, version }} />}
    </EditorQueryView>
  );
}

function Settings({ loaded }: { loaded: LoadedSettings }) {
  const drawings = drawingsOf(loaded.settings).services;
  return (
    <>
      <SettingText name="name" loaded={loaded} />
      <SettingText
        name="shortName"
        loaded={loaded}
        isMultiline
        maxLength={33}
        hint="Shows in the top bar: 1 or 2 lines of up to 16 characters each."
      />
      <TimeZoneField loaded={loaded} />
      <SettingText
        name="language"
        loaded={loaded}
        maxLength={35}
        hint="The language that your texts are in, such as en-US or es-US. Screen readers and search engines use it."
      />
      <LocationField loaded={loaded} />
      <BrandField loaded={loaded} />
      <ColorField loaded={loaded} />
      <PartsField loaded={loaded} />
      <RowList
        name="navigation"
        loaded={loaded}
        noun="entry"
        isMenu
        hint="An address is a page of your website, such as /about-us, or a web address. An entry with links needs no address."
        columns={[
          { key: 'label', maxLength: 300 },
          { key: 'to', maxLength: 2000 },
        ]}
      />
      <SettingForm
        name="titles"
        loaded={loaded}
        isFolded
        hint="The name of each page in search results and in the browser's tab."
      />
      <SettingForm
        name="descriptions"
        loaded={loaded}
        isFolded
        hint="What search results say about each page. {name} becomes the name of the cooperative."
      />
      <LinksField loaded={loaded} />
      <SettingText
        name="copyrightYear"
        loaded={loaded}
        maxLength={10}
        hint="The year after © on the weather page. Type current for this year, whatever it is."
      />
      <RowList
        name="services"
        loaded={loaded}
        noun="service"
        hint="Your custom services on the Products page."
        columns={[
          { key: 'name', maxLength: 300 },
          { key: 'drawing', maxLength: 300, choices: drawings },
        ]}
        newRow={{ drawing: drawings[0] ?? '' }}
      />
      <RowList
        name="offers"
        loaded={loaded}
        noun="offer"
        hint="The offers on the Products page."
        columns={[
          { key: 'name', maxLength: 300 },
          { key: 'terms', maxLength: 300 },
        ]}
      />
      <SettingForm name="fuel" loaded={loaded} hint="Shows next to the heading above your fuel prices." />
      <SettingForm
        name="fertilizer"
        loaded={loaded}
        hint="For products with a grade in the name, such as 46-0-0."
      />
      <SettingForm
        name="pastPrices"
        loaded={loaded}
        hint="If this isn't checked, only administrators can look up past prices."
      />
      <SettingForm name="cashBids" loaded={loaded} />
      <OpenSetup />
    </>
  );
}
