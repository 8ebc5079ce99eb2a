/** Does work `count` times, one after the other, and returns the times in ms. Does it some times before, to warm up. */
export async function timeEach(count: number, work: (number: number) => Promise<unknown>): Promise<number[]> {
  for (let number = 0; number < count / 10; number += 1) await work(number);
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const began = performance.now();
    await work(number);
    times.push(performance.now() - began);
  }
  return times;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? NaN;
