import { useCallback } from 'react';
import type { PriceTableType } from '#contract/price-tables.ts';
import { editorCalls } from '#app/editor/editor-calls.ts';
import { EditorSection } from '#app/editor/editor-section.tsx';
import { LoadFailure } from '#app/editor/load-failure.tsx';
import { useEditorLoad } from '#app/editor/use-editor-load.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { TableField } from './table-field.tsx';
import { toTableText } from './table-save.ts';

/** A basic table keeps its columns: none can be added. */
export type TablePlace = { type: PriceTableType; name: string; isBasic?: boolean };

/** A section of price tables, each loaded and saved by itself. */
export function TableSection({
  id,
  heading,
  tables,
}: {
  id: string;
  heading: string;
  tables: readonly TablePlace[];
}) {
  return (
    <EditorSection id={id} heading={heading}>
      {tables.map((table) => (
        <LoadedTable key={table.type} section={id} {...table} />
      ))}
    </EditorSection>
  );
}

function LoadedTable({ section, type, name, isBasic = false }: TablePlace & { section: string }) {
  const load = useEditorLoad(useCallback(() => editorCalls.priceTable(type), [type]));
  switch (load.state) {
    case 'loading':
      return <Spinner label={`Loading ${name}`} />;
    case 'failed':
      return <LoadFailure what={`table ${name}`} reason={load.reason} onTryAgain={load.tryAgain} />;
    case 'loaded':
      return (
        <TableField
          section={section}
          type={type}
          name={name}
          isBasic={isBasic}
          saved={toTableText(load.answer, isBasic)}
          version={load.version}
        />
      );
  }
}
