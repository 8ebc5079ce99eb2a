import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { Type, type TSchema } from 'typebox';
import { ItemId } from '#contract/item-id.ts';
import { NO_NUL } from '#contract/text.ts';
import { toProblem } from './problem.ts';
import { FALLBACK_MESSAGE, validationMessage } from './validation-message.ts';

const ROUNDINGS = ['half up', 'half down', 'always up'].map((name) => Type.Literal(name));
const TWO_FIELDS = Type.Object({ a: Type.String(), b: Type.String() }, { additionalProperties: false });
const ID = 'Use 1 to 80 letters, digits, underscores, periods, or hyphens';

const CASES: [value: unknown, schema: TSchema, message: string][] = [
  [{}, Type.Object({ name: Type.String() }), "Add this field. It's required."],
  [5, Type.String(), 'Use a string.'],
  ['5', Type.Integer(), 'Use a whole number.'],
  [1.5, Type.Integer({ minimum: 0, maximum: 7 }), 'Use a whole number from 0 to 7.'],
  [-1, Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), 'Use a whole number from 0 to 2,147,483,647.'],
  [8, Type.Number({ maximum: 7 }), 'Use a number of at most 7.'],
  [0, Type.Integer({ minimum: 1 }), 'Use a whole number of at least 1.'],
  ['yes', Type.Boolean(), 'Use true or false.'],
  [null, Type.Array(Type.String()), 'Use an array.'],
  [[], Type.Object({}), 'Use an object.'],
  ['', Type.Null(), 'Use null.'],
  [true, Type.Unsafe({ type: ['string', 'null'] }), 'Use a string or null.'],
  ['', Type.String({ minLength: 1 }), 'Use at least 1 character.'],
  ['x', Type.String({ minLength: 12 }), 'Use at least 12 characters.'],
  ['xx', Type.String({ maxLength: 1 }), 'Use at most 1 character.'],
  ['x'.repeat(1001), Type.String({ maxLength: 1000 }), 'Use at most 1,000 characters.'],
  ['a b', ItemId, `${ID}.`],
  ['a b', Type.String({ pattern: '^\\S$' }), "Remove the characters that aren't allowed."],
  ['\0', Type.String({ pattern: NO_NUL }), 'Remove the hidden null character (U+0000).'],
  ['b', Type.Literal('a'), 'Use a.'],
  ['b', Type.Enum(['Fax', 'Phone']), 'Use Fax or Phone.'],
  ['up', Type.Union(ROUNDINGS), 'Use half up, half down, or always up.'],
  [0, Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]), 'Use a whole number of at least 1 or null.'],
  ['a b', Type.Union([ItemId, Type.Literal(''), Type.Null()]), `${ID}; an empty string; or null.`],
  [[], Type.Array(Type.String(), { minItems: 1 }), 'Use at least 1 item.'],
  [['a', 'b'], Type.Array(Type.String(), { maxItems: 1 }), 'Use at most 1 item.'],
  [['a', 'a'], Type.Array(Type.String(), { uniqueItems: true }), 'Use each item only once.'],
  [{}, Type.Object({}, { minProperties: 1 }), 'Use at least 1 field.'],
  [{ a: 1, b: 2, c: 3 }, Type.Object({}, { maxProperties: 2 }), 'Use at most 2 fields.'],
  [{ a: '', b: '', secret: '' }, TWO_FIELDS, 'Use only these fields: a and b.'],
  ['noon', Type.String({ format: 'date-time' }), 'Use a date and time, such as 2026-11-20T15:05:00Z.'],
  ['noon', Type.String({ format: 'odd' }), 'Use the format odd.'],
  ['a', Type.Unsafe({ not: { const: 'a' } }), FALLBACK_MESSAGE],
];

const ajv = new Ajv({ verbose: true, allowUnionTypes: true, formats: { 'date-time': /T/, odd: /T/ } });

for (const [value, schema, message] of CASES) {
  test(`returns "${message}" when the value is ${JSON.stringify(value).slice(0, 40)}`, () => {
    const validate = ajv.compile(schema);
    assert.equal(validate(value), false);
    const problem = toProblem(Object.assign(new Error('Ajv'), { validation: validate.errors }));
    const shown = problem.errors?.map((error) => error.message);
    assert.deepEqual(shown, [message]);
  });
}

test('names each field of a list with its own message', () => {
  const schema = Type.Array(Type.Object({ id: Type.Union([Type.Integer(), Type.Null()]) }));
  const validate = ajv.compile(schema);
  assert.equal(validate([{ id: 1 }, { id: 'x' }]), false);
  assert.deepEqual(toProblem({ validation: validate.errors, validationContext: 'body' }).errors, [
    { field: 'body/1/id', message: 'Use a whole number or null.' },
  ]);
});

test('returns a message that is not from the validator for an unknown keyword', () => {
  assert.equal(validationMessage('contains', {}), FALLBACK_MESSAGE);
});

test('never shows the message of an unknown client error', () => {
  const error = Object.assign(new Error('FST detail'), { statusCode: 414, code: 'FST_ERR_OTHER' });
  const { code, detail } = toProblem(error);
  assert.deepEqual(
    [code, detail],
    ['refused', "The server couldn't accept this request. Check it and send it again."],
  );
});
