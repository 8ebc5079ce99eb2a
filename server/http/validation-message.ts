import { counted, NO_NUL, REMOVE_NUL, tooLong } from '#contract/text.ts';

/** The parts of a JSON Schema that a message can name. */
export type MessageSchema = {
  type?: string | readonly string[];
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly MessageSchema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  properties?: object;
};

/** Message for a keyword that no route schema uses. */
export const FALLBACK_MESSAGE = "This value isn't valid. See the API reference at /api/openapi.json.";

/** Returns the message for a value that violates `keyword` of `schema`: full sentences, with the next step. */
export function validationMessage(keyword: string, schema: MessageSchema): string {
  return SENTENCES.get(keyword)?.(schema) ?? FALLBACK_MESSAGE;
}

const useExpected = (schema: MessageSchema) => `Use ${expected(schema)}.`;

const SENTENCES = new Map<string, (schema: MessageSchema) => string>([
  ['required', () => "Add this field. It's required."],
  ['type', (schema) => `Use ${typeOf(schema)}.`],
  ['minimum', useExpected],
  ['maximum', useExpected],
  ['const', useExpected],
  ['enum', useExpected],
  ['anyOf', useExpected],
  ['pattern', describePattern],
  ['format', describeFormat],
  ['minLength', ({ minLength = 0 }) => `Use at least ${counted(minLength, 'character')}.`],
  ['maxLength', ({ maxLength = 0 }) => tooLong(maxLength)],
  ['minItems', ({ minItems = 0 }) => `Use at least ${counted(minItems, 'item')}.`],
  ['maxItems', ({ maxItems = 0 }) => `Use at most ${counted(maxItems, 'item')}.`],
  ['minProperties', ({ minProperties = 0 }) => `Use at least ${counted(minProperties, 'field')}.`],
  ['maxProperties', ({ maxProperties = 0 }) => `Use at most ${counted(maxProperties, 'field')}.`],
  ['uniqueItems', () => 'Use each item only once.'],
  // Name the known fields, not the unknown one: its name may have any length.
  [
    'additionalProperties',
    ({ properties = {} }) => `Use only these fields: ${joinWords(Object.keys(properties), 'and')}.`,
  ],
]);

function describePattern({ pattern, description }: MessageSchema): string {
  if (pattern === NO_NUL) return REMOVE_NUL;
  return description ? `Use ${description}.` : "Remove the characters that aren't allowed.";
}

function describeFormat({ format }: MessageSchema): string {
  return format === 'date-time'
    ? 'Use a date and time, such as 2026-11-20T15:05:00Z.'
    : `Use the format ${format}.`;
}

/** Returns the accepted values as a noun phrase, such as "a whole number from 0 to 7". */
function expected(schema: MessageSchema): string {
  if (schema.const !== undefined) return formatValue(schema.const);
  if (schema.enum) return joinWords(schema.enum.map(formatValue), 'or');
  if (schema.anyOf) return joinWords(schema.anyOf.map(expected), 'or');
  const isDescribed = schema.pattern !== undefined && schema.pattern !== NO_NUL;
  return (isDescribed && schema.description) || typeOf(schema);
}

function typeOf({ type = [], minimum, maximum }: MessageSchema): string {
  const names = joinWords(
    [type].flat().map((name) => TYPES.get(name) ?? name),
    'or',
  );
  const [least, most] = [minimum?.toLocaleString('en-US'), maximum?.toLocaleString('en-US')];
  if (least !== undefined && most !== undefined) return `${names} from ${least} to ${most}`;
  if (least !== undefined) return `${names} of at least ${least}`;
  return most === undefined ? names : `${names} of at most ${most}`;
}

const TYPES = new Map([
  ['string', 'a string'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['null', 'null'],
]);

const formatValue = (value: unknown) =>
  value === '' ? 'an empty string' : typeof value === 'string' ? value : JSON.stringify(value);

/** Joins words as a list, such as "a, b, or c". Separates words that contain a comma with semicolons. */
function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const separator = words.some((word) => word.includes(',')) ? '; ' : ', ';
  if (words.length < 2) return words.join('');
  if (words.length === 2 && separator === ', ') return words.join(` ${conjunction} `);
  return [...words.slice(0, -1), `${conjunction} ${words.at(-1)}`].join(separator);
}
