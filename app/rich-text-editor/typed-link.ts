import { linkOf } from '#contract/rich-text.ts';
import { phoneParts } from '#shared/phone-numbers.ts';
import { withScheme } from '#shared/web-address.ts';

/** Returns the address of a link for what a person typed, such as a phone number, or undefined. */
export function typedLink(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return linkOf(`mailto:${text}`);
  const [phone, ...rest] = phoneParts(text);
  if (phone?.href !== undefined && rest.length === 0) return linkOf(phone.href);
  return linkOf(withScheme(text).replace(/^http:/i, 'https:'));
}
