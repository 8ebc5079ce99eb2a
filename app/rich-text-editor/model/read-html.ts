import { DOMParser as SchemaParser, type Node } from 'prosemirror-model';
import { schema } from './schema.ts';

const schemaParser = SchemaParser.fromSchema(schema);

/** The document that clean HTML, as the server answers it, stands for. */
export function readHtml(html: string): Node {
  return schemaParser.parse(new DOMParser().parseFromString(html, 'text/html').body);
}
