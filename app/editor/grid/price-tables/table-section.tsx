import { useCallback, type ReactNode } from 'react';
import type { PriceTableType } from '#contract/price-tables.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { EditorSection } from '#app/editor/shell/editor-section.tsx';
import { TableField } from './table-field.tsx';
import { loadTable } from './submit-table.ts';

/** `hasFixedColumns`: columns cannot be added. */
export type TableProps = { type: PriceTableType; name: string; hasFixedColumns?: boolean };

export function TableSection({
  id,
  heading,
  help,
  tables,
}: {
  id: string;
  heading: string;
  help?: ReactNode;
  tables: readonly TableProps[];
}) {
  const subjects = tables.map(({ type }) => `price-table:${type}`);
  return (
    <EditorSection id={id} heading={heading} help={help} subjects={subjects}>
      {tables.map((table) => (
        <LoadedTable key={table.type} section={id} {...table} />
      ))}
    </EditorSection>
  );
}

function LoadedTable({ section, type, name, hasFixedColumns = false }: TableProps & { section: string }) {
  const load = useCallback(() => loadTable({ type, hasFixedColumns }), [type, hasFixedColumns]);
  return (
    <Loaded from={load} noun={`${name} table`} label={`Loading ${name}`}>
      {(table, version) => <TableField {...{ section, type, name, hasFixedColumns, version, ...table }} />}
    </Loaded>
  );
}
