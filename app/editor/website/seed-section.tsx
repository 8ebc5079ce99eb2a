import { adminApi } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { EditorSection } from '#app/editor/frame/editor-section.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { BrandsField } from './brands-field.tsx';
import { drawingsOf } from './drawings.ts';
import { PioneerField } from './pioneer-field.tsx';
import { SEED_SECTION } from './use-setting-field.ts';

/** Renders the page of the Pioneer brand, and those of other seed brands. */
export function SeedSection() {
  const load = useEditorQuery(adminApi.siteSettings);
  return (
    <EditorSection
      id={SEED_SECTION}
      heading="Seed Brands"
      hint="Each brand of seed has its own page. Your website shows a change as soon as you save it."
    >
      <EditorQueryView query={load} noun="seed brands">
        {(settings, version) => {
          const loaded = { settings, version };
          const drawings = drawingsOf(settings);
          return (
            <>
              <PioneerField loaded={loaded} drawings={drawings} />
              <BrandsField loaded={loaded} drawings={drawings} />
            </>
          );
        }}
      </EditorQueryView>
    </EditorSection>
  );
}
