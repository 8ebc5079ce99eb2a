import { linkOf } from '#contract/rich-text.ts';
import { phoneParts } from '#shared/phone-numbers.ts';

/** Returns the address of a link for what a person typed, such as a phone number, or undefined. */
export function typedLink(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return linkOf(`mailto:${text}`);
  const [phone, ...rest] = phoneParts(text);
  if (phone?.href !== undefined && rest.length === 0) return linkOf(phone.href);
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]\S*)?$/i.test(text)) return linkOf(`https://${text}`);
  return linkOf(text.replace(/^http:/i, 'https:'));
}
