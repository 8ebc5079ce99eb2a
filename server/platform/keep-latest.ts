/** Returns a function that computes its value again only if an argument differs from that of the last call. */
export function keepLatest<Arguments extends readonly unknown[], Value>(
  compute: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  let latest: { args: Arguments; value: Value } | undefined;
  return (...args) => {
    if (!latest?.args.every((arg, at) => arg === args[at])) latest = { args, value: compute(...args) };
    return latest.value;
  };
}
