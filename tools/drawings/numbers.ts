/** Formats a coordinate as briefly as possible: at most two decimals by default, no trailing zeros. */
export function num(value: number, decimals = 2): string {
  const text = String(Number(value.toFixed(decimals)));
  return text.replace(/^(-?)0\./, '$1.').replace(/^-0$/, '0');
}

export function tidyPath(data: string): string {
  return data
    .replace(/\s*,\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?([a-zA-Z]) ?/g, '$1')
    .replace(/ -/g, '-')
    .trim();
}
