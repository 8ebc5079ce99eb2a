/** Returns a generator of pseudorandom numbers in [0, 1) that repeats for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a copy with bytes changed, removed, repeated or set to extremes, or with the end cut off. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  let mutated = Buffer.from(bytes);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let changes = 1 + below(4); changes > 0 && mutated.length > 8; changes -= 1) {
    // Prefer the first bytes, which contain the headers.
    const at = below(random() < 0.5 ? Math.min(mutated.length, 200) : mutated.length);
    const length = Math.min(1 + below(32), mutated.length - at);
    const kind = below(6);
    if (kind === 0) mutated[at] = below(256);
    if (kind === 1) mutated.fill(0xff, at, at + length);
    if (kind === 2) mutated.fill(0, at, at + length);
    if (kind === 3) mutated = Buffer.concat([mutated.subarray(0, at), mutated.subarray(at + length)]);
    if (kind === 4) mutated = Buffer.concat([mutated.subarray(0, at + length), mutated.subarray(at)]);
    if (kind === 5) mutated = Buffer.from(mutated.subarray(0, Math.max(1, at)));
  }
  return mutated;
}
