/** Returns the value of a sample in Prometheus text format, or undefined if there is none. */
export function sampleOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}
