import { adminApi } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { BrandsField } from './brands-field.tsx';
import { drawingsOf } from './drawings.ts';
import { PioneerField } from './pioneer-field.tsx';

/** Renders the page of the Pioneer brand, and those of other seed brands. */
export function SeedSection() {
  const load = useEditorQuery(adminApi.siteSettings);
  return (
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
  );
}
