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

/** An email or web address in the text of sanitized HTML, without the punctuation after it. */
const ADDRESS =
  /((?<![\w.+-])[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+|(?<!\w)(?:https?:\/\/|www\.)(?:&amp;|[^\s<>"&])*[^\s<>"&.,;:!?)'’”])/i;

/** Returns sanitized HTML with links for the email addresses, web addresses, and telephone numbers in its text. */
export function withTypedLinks(html: string): string {
  // Every second part is a tag, or a link with its text.
  return html
    .split(/(<a .*?<\/a>|<[^>]*>)/s)
    .map((part, index) => (index % 2 === 1 ? part : linkTexts(part)))
    .join('');
}

type Part = { text: string; href?: string | undefined };

const linkTexts = (text: string) =>
  text
    .split(ADDRESS)
    .flatMap((part, index): Part[] =>
      index % 2 === 1 ? [{ text: part, href: typedLink(part) }] : phoneParts(part),
    )
    .map((part) => (isCertain(part) ? `<a href="${part.href}">${part.text}</a>` : part.text))
    .join('');

/** In a sentence, seven digits without a hyphen are hardly a telephone number. */
const isCertain = ({ text, href }: Part) =>
  href !== undefined && (href.length > 'tel:5550142'.length || text.includes('-'));
