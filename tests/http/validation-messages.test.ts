import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { FALLBACK_MESSAGE, validationMessage, type MessageSchema } from '#server/http/validation-message.ts';
import { openTestSite } from '#tests/support/test-site.ts';

type Schema = MessageSchema & Record<string, unknown>;
type Operation = {
  parameters?: { description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** Keywords that contain other schemas or only describe, so that Ajv reports no error for them. */
const NO_ASSERTIONS = new Set(['properties', 'items', 'description']);

test('has a message for each keyword of each request schema', async () => {
  await using site = await openTestSite({ seedContent: 'none' });
  const { paths } = (await site.app.inject(API.openApi)).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(paths)) {
    for (const { parameters = [], requestBody } of Object.values(item)) {
      const roots = [
        ...parameters.map(({ description, schema }): Schema => ({
          ...(description && { description }),
          ...schema,
        })),
        ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ];
      for (const schema of roots.flatMap(schemasIn)) {
        for (const keyword of Object.keys(schema).filter((key) => !NO_ASSERTIONS.has(key))) {
          // OpenAPI has no patternProperties, so the document has their schemas here.
          if (keyword === 'additionalProperties' && schema[keyword] !== false) continue;
          seen.add(keyword);
          const message = validationMessage(keyword, schema);
          assert.match(message, /^[A-Z][^.\n]*[^.\s]\.(?: [A-Z][^.\n]*\.)?$/, `${path}: ${keyword}`);
          assert.doesNotMatch(message, /undefined|\bat (?:least|most) 0\b/, `${path}: ${keyword}`);
          assert.notEqual(message, FALLBACK_MESSAGE, `${path}: ${keyword}`);
          // Without a description, the message could not say which characters to use.
          if (keyword === 'pattern') assert.doesNotMatch(message, /aren't allowed/, path);
        }
      }
    }
  }
  for (const keyword of ['required', 'type', 'pattern', 'maxLength', 'anyOf', 'enum']) {
    assert.ok(seen.has(keyword), keyword);
  }
});

/** Returns a schema and all schemas inside it. */
function schemasIn(schema: Schema): Schema[] {
  const inside = [
    ...Object.values((schema['properties'] ?? {}) as Record<string, Schema>),
    ...(typeof schema['additionalProperties'] === 'object' ? [schema['additionalProperties'] as Schema] : []),
    ...((schema.anyOf ?? []) as Schema[]),
    ...(schema['items'] ? [schema['items'] as Schema] : []),
  ];
  return [schema, ...inside.flatMap(schemasIn)];
}
