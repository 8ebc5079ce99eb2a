import { num } from '../numbers.ts';
import { blade, leaf } from '../plants.ts';
import { at, line, path } from '../shapes.ts';

const plant = (x: number, foot: number, scale: number): string =>
  at(
    x,
    foot,
    line(
      'S',
      'M0-128Q-2-150-14-162M0-128Q-1-148-6-168M0-128Q0-150 3-172M0-128Q2-148 11-166M0-128Q4-146 18-158',
      2.6,
    ) +
      leaf({ x: 0, y: -26, turn: -26, length: 62, width: 11, belly: 0.5, bend: -0.95 }) +
      leaf({ x: 0, y: -42, turn: 24, length: 72, width: 11, belly: 0.5, bend: 0.95 }, ['a', 'd', 'L']) +
      leaf({ x: 0, y: -66, turn: -24, length: 63, width: 11, belly: 0.5, bend: -0.9 }, ['m', 'l', 'A']) +
      leaf({ x: 0, y: -84, turn: 22, length: 66, width: 10, belly: 0.5, bend: 0.9 }) +
      leaf({ x: 0, y: -102, turn: -18, length: 54, width: 9, belly: 0.5, bend: -0.8 }, ['m', 'l', 'A']) +
      leaf({ x: 0, y: -114, turn: 18, length: 48, width: 8, belly: 0.5, bend: 0.75 }) +
      line('L', 'M0 0V-132', 6) +
      line('M', 'M-1.500 0V-130', 1.6) +
      line('D', 'M-3-30h6M-3-60h6M-3-90h6', 1.2) +
      path('y', blade({ x: 2, y: -58, turn: 20, length: 40, width: 13, belly: 0.5 })) +
      path('m', 'M1-56q-4-14 4-26 2 14 9 12 2 10-6 16z') +
      path('l', 'M4-54q4-12 12-20 2 14-6 22z') +
      line('R', 'M15-95q2-8 8-9M15-95q-2-8 2-12M15-95q5-4 10-1', 1.4),
    scale === 1 ? '' : ` scale(${scale})`,
  );

const chips = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const across = ((index * 37 + seed * 11) % 100) / 100;
    const x = 62 + across * 118;
    const crest = 182 - 46 * Math.sin(Math.PI * across) ** 0.8;
    const y = crest + 5 + ((index * 29 + seed * 7) % 100) * 0.01 * Math.max(2, 178 - crest);
    return `M${num(x, 0)} ${num(y, 0)}l${4 + (index % 3)} ${(index % 5) - 2}`;
  }).join('');

/** Draws the whole plant with its tassel, and a heap of chopped corn. */
export function silage(): string[] {
  return [
    plant(126, 176, 0.76),
    plant(70, 182, 0.98),
    path('l', 'M36 186Q66 176 86 152 104 132 126 134 146 138 160 162 170 178 190 186z'),
    path('m', 'M36 186Q66 176 86 152 104 132 126 134 112 144 104 164 98 178 76 186z'),
    line('Y', chips(1, 26), 2.2),
    line('A', chips(5, 20), 2.2),
    line('P', chips(9, 16), 1.8),
    path('d', 'M4 184h184v5H4z'),
  ];
}
