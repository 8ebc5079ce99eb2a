import { DOMParser as SchemaParser, type Node } from 'prosemirror-model';
import { schema } from './schema.ts';

const schemaParser = SchemaParser.fromSchema(schema);

/** Parses clean HTML, as sent by the server. */
export function parseDocument(html: string): Node {
  return schemaParser.parse(new DOMParser().parseFromString(html, 'text/html').body);
}
