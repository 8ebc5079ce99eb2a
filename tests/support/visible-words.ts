/** Returns the visible text of HTML without white space. Attributes must not contain `>`. */
export function visibleWords(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|nbsp|quot|amp);/g, (reference) => CHARACTERS[reference] ?? reference)
    .replace(/\s/g, '');
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
  '&amp;': '&',
};
