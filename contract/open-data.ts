import { Type } from 'typebox';

export const CSV_MEDIA_TYPE = 'text/csv';

/** Query of CSV for spreadsheets. */
export const Bom = Type.Optional(
  Type.Literal('1', { description: '1 for a byte order mark at the start of CSV, which spreadsheets need' }),
);

export const OpenDataQuery = Type.Object({
  bom: Bom,
  format: Type.Optional(
    Type.String({
      pattern: '^(json|csv)$',
      description: 'json or csv, or leave it out to use the Accept header',
    }),
  ),
});
