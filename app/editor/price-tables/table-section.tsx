import { useCallback } from 'react';
import type { PriceTableType } from '#contract/price-tables.ts';
import { editorCalls } from '#app/editor/editor-calls.ts';
import { EditorLoaded } from '#app/editor/editor-loaded.tsx';
import { EditorSection } from '#app/editor/editor-section.tsx';
import { useEditorLoad } from '#app/editor/use-editor-load.ts';
import { TableField } from './table-field.tsx';
import { toTableText } from './table-save.ts';

/** `isBasic`: the columns are fixed. */
export type TablePlace = { type: PriceTableType; name: string; isBasic?: boolean };

export function TableSection({
  id,
  heading,
  hint,
  tables,
}: {
  id: string;
  heading: string;
  hint?: string | undefined;
  tables: readonly TablePlace[];
}) {
  return (
    <EditorSection id={id} heading={heading} hint={hint}>
      {tables.map((table) => (
        <LoadedTable key={table.type} section={id} {...table} />
      ))}
    </EditorSection>
  );
}

function LoadedTable({ section, type, name, isBasic = false }: TablePlace & { section: string }) {
  const load = useEditorLoad(useCallback(() => editorCalls.priceTable(type), [type]));
  return (
    <EditorLoaded load={load} what={`${name} table`} label={`Loading ${name}`}>
      {(answer, version) => (
        <TableField
          section={section}
          type={type}
          name={name}
          isBasic={isBasic}
          saved={toTableText(answer, isBasic)}
          version={version}
        />
      )}
    </EditorLoaded>
  );
}
