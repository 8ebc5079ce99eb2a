import { Type, type TProperties } from 'typebox';
import { SITE_TEXT_MAX_LENGTH } from './setting-fields.ts';

/** An object without other keys. */
export const Closed = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

/** Like `Closed`, for an object that the file may leave out, because all of its values have a default. */
export const Defaulted = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Object(properties, { default: {}, additionalProperties: false, description });

export const WebAddress = Type.String({
  format: 'address',
  pattern: '^https?://[^\\s]+$',
  description: 'a web address that starts with https://',
});

export const SitePath = Type.String({
  pattern: '^/(?!/)[^\\s\\\\]*$',
  description: 'a path on this website that starts with one /',
});

/** `;` and `,` would start another directive or policy in the Content-Security-Policy header. */
const HOST = `[^\\s/?#\\\\@;,'"{}\\[\\]]+`;

export const AddressOrPath = Type.String({
  format: 'address',
  pattern: `^(https?://${HOST}([/?#][^\\s]*)?|/(?!/)[^\\s\\\\]*)$`,
  description: 'a web address that starts with https://, or a path on this website that starts with one /',
});

/**
 * HTTPS, because a script could be replaced on its way. Loopback addresses are for development and tests: visitors would
 * load them from their own machines.
 */
export const ScriptAddress = Type.String({
  format: 'address',
  pattern: `^(https://${HOST}([/?#][^\\s]*)?|http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/[^\\s]*)?|/(?!/)[^\\s\\\\]*)$`,
  description: 'a web address that starts with https://, or a path on this website that starts with one /',
});

export const EmbedTemplate = Type.String({
  format: 'address',
  pattern: `^(https?://${HOST}[/?#]|/(?!/))(?=[^\\s]*\\{lat\\})(?=[^\\s]*\\{lon\\})[^\\s]+$`,
  description: 'a web address with {lat} and {lon} where the coordinates go',
});

export const Origin = Type.String({
  format: 'address',
  pattern: '^https?://[A-Za-z0-9.*-]+(:\\d+)?$',
  description: 'an origin such as https://widgets.example.com, without a path',
});

export const Text = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: SITE_TEXT_MAX_LENGTH,
    description: `${description}, 1 to ${SITE_TEXT_MAX_LENGTH} characters`,
  });

export const Switch = (what: string, isOn: boolean) =>
  Type.Boolean({ default: isOn, description: `true or false: whether ${what}` });

/** Id of an image that an administrator has uploaded. */
export const ImageRef = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,100}$',
  description: 'the ID of an image from the editor',
});

export const Service = Closed(
  { name: Text('the name of a service'), drawing: SitePath, imageId: Type.Optional(ImageRef) },
  'a name, the path to a drawing, and, for an image from the editor, an imageId',
);
