import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsIn, SETTING_FIELDS, type Field } from './setting-fields.ts';
import { Site } from './site.ts';

/** The parts of a JSON schema that a form also has. */
type Schema = {
  type?: string;
  anyOf?: unknown;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** Returns the paths of fields whose kind or limit the schema of the site file does not have. */
function findDifferences(field: Field, schema: Schema, path: string): string[] {
  if (field.kind === 'other' || field.kind === 'freeNumber') return [];
  const limit = schema.maxLength ?? schema.maxItems;
  const { properties = {} } = schema.items ?? schema;
  return [
    ...(limit !== undefined && limit !== ('max' in field ? field.max : undefined)
      ? [`${path}: ${limit}`]
      : []),
    ...((field.kind === 'switch') === (schema.type === 'boolean') ? [] : [`${path}: ${schema.type}`]),
    ...((field.kind === 'number') === (/^(number|integer)$/.test(schema.type ?? '') || 'anyOf' in schema)
      ? []
      : [`${path}: ${schema.type}`]),
    ...Object.entries(fieldsIn(field)).flatMap(([name, each]) =>
      findDifferences(each, properties[name]!, `${path}/${name}`),
    ),
  ];
}

test('forms have the limits and kinds of the schema of the site file', () => {
  const schema = Site as unknown as Schema;
  const differences = Object.entries(SETTING_FIELDS).flatMap(([name, field]) =>
    findDifferences(field, schema.properties![name]!, name),
  );
  assert.deepEqual(differences, []);
});
