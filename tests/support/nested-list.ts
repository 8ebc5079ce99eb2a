/** The HTML of lists in one another, each with one item of these words. */
export const nested = (...levels: string[]): string =>
  levels.reduceRight((inner, words) => `<ul><li><p>${words}</p>${inner}</li></ul>`, '');
