import { num } from '../numbers.ts';
import { grains } from '../plants.ts';
import { disc, line, path, rect } from '../shapes.ts';
import { wheel } from '../small.ts';

/** Draws a spreader truck; the height of the ground under it shows the rates of the map. */
export function variableRate(): string[] {
  const rates = [10, 17, 26, 21, 13, 8];
  const bars = (from: number, to: number): string =>
    rates
      .slice(from, to)
      .map((rate, index) => rect(9 + (from + index) * 21, 137 - rate, 21, rate))
      .join('');
  const steps = rates.map((rate, index) => `${index ? 'V' : 'M9 '}${num(137 - rate)}h21`).join('');
  const thrown: [number, number][] = [];
  for (let index = 0; index < 26; index++) {
    const far = ((index * 11) % 26) / 26;
    thrown.push([120 + far * 22, 70 + far * (((index * 7) % 9) * 4 - 3)]);
  }
  return [
    path('d', rect(4, 103, 136, 35)),
    path('a', rect(4, 103, 136, 4)),
    path('m', bars(0, 3)),
    path('l', bars(3, 6)),
    line('G', steps, 2.4),
    grains('S', thrown, 2.8),
    // Spinner, boom arm, frame.
    path('q', 'M112 66h12l3 4h-15z'),
    path('d', 'M12 66h108v8H12z'),
    // The box with its load.
    path('j', 'M60 27q10-9 22-6 14-7 34 6z'),
    path('q', 'M92 27q8-6 13-5 6 1 11 5z'),
    path('a', 'M54 27h68l-14 39H66z'),
    path('l', 'M54 27h18l6 39H66z'),
    path('d', 'M112 27h10l-14 39h-8zM52 25h72v4H52z'),
    line('D', 'M88 29v37', 1.6),
    path('g', 'M57.600 37H118.400l-1.800 5H59.400z'),
    // Cab over the front tire.
    path('a', 'M8 68V52l5-4 3-26h30l4 20v26z'),
    path('l', 'M8 68V52l5-4h8v20z'),
    path('p', 'M17 46l3-20h22l4 20z'),
    path('q', 'M33 46l1-20h8l4 20z'),
    path('n', disc(29, 35, 4)),
    path('a', 'M24 34q0-5.500 5-5.500t5 5z'),
    path('l', 'M23 46q0-7 6-7t6 7z'),
    path('d', 'M14 22q0-5 5-5h25q4 0 4 5z'),
    path('g', 'M24 17q0-5 6-5t6 5z'),
    path('k', rect(49, 20, 3.4, 26)),
    line('K', 'M6 56v12', 2),
    wheel(30, 83, 20, 0.5),
    wheel(88, 83, 20, 0.5),
  ];
}
