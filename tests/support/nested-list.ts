export const nested = (...levels: string[]): string =>
  levels.reduceRight((inner, words) => `<ul><li><p>${words}</p>${inner}</li></ul>`, '');
