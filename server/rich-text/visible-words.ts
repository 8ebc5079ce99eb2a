/** What a reader sees of HTML that is well formed and has no attributes with a `>`, white space left out. Only for tests. */
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
