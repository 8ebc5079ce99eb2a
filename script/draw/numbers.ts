/** The shortest way to write a coordinate: two decimals at most, no needless zero. */
export function num(value: number, decimals = 2): string {
  const text = String(Number(value.toFixed(decimals)));
  return text.replace(/^(-?)0\./, '$1.').replace(/^-0$/, '0');
}

/** Takes the spaces out of path data that its grammar does not need. */
export function tidyPath(data: string): string {
  return data
    .replace(/\s*,\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?([a-zA-Z]) ?/g, '$1')
    .replace(/ -/g, '-')
    .trim();
}
