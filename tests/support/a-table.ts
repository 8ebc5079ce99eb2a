/** Parses a table such as `Product Price | Urea 410 | MAP 720`. An underscore is an empty cell. */
export function aTable(text: string): { headers: string[]; rows: string[][] } {
  const [headers = [], ...rows] = text.split('|').map((line) =>
    line
      .trim()
      .split(/\s+/)
      .map((cell) => (cell === '_' ? '' : cell)),
  );
  return { headers, rows };
}
