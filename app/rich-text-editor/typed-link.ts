import { linkOf } from '#contract/rich-text.ts';

/** Returns the address of a link for what a person typed, such as a phone number, or undefined. */
export function typedLink(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return linkOf(`mailto:${text}`);
  if (/^\+?[\d\s().-]{3,30}$/.test(text) && /\d{3}/.test(text))
    return linkOf(`tel:${text.replaceAll(/\s/g, '')}`);
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]\S*)?$/i.test(text)) return linkOf(`https://${text}`);
  return linkOf(text.replace(/^http:/i, 'https:'));
}
