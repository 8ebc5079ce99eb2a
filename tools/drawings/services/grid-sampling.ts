import { num } from '../numbers.ts';
import { line, oval, path } from '../shapes.ts';

const cross = (x: number, y: number): string => {
  // x from -1 to 1, y from 0 (far) to 1.
  const depth = 0.5 + 0.5 * y;
  return `${num(72 + x * 68 * depth, 1)} ${num(58 + 74 * y * (0.55 + 0.45 * y), 1)}`;
};

export function gridSampling(): string[] {
  const cell = (left: number, top: number): string =>
    `M${cross(left, top)}L${cross(left + 0.5, top)} ${cross(left + 0.5, top + 0.25)} ${cross(left, top + 0.25)}z`;
  const cells = (list: readonly (readonly [number, number])[]): string =>
    list.map(([x, y]) => cell(x, y)).join('');
  const lines = [0, 0.25, 0.5, 0.75, 1].map((y) => `M${cross(-1, y)}L${cross(1, y)}`);
  for (const x of [-1, -0.5, 0, 0.5, 1]) lines.push(`M${cross(x, 0)}L${cross(x, 1)}`);
  const flags = [-0.75, -0.25, 0.25, 0.75].flatMap((x) => [0.12, 0.37, 0.62].map((y) => [x, y] as const));
  const flag = ([x, y]: readonly [number, number]): string => {
    const [fx = 0, fy = 0] = cross(x, y).split(' ').map(Number);
    return `M${num(fx, 1)} ${num(fy, 1)}v-9h6l-2 2.500 2 2.500h-4.600v4z`;
  };
  return [
    path('a', `M${cross(-1, 0)}L${cross(1, 0)} ${cross(1, 1)} ${cross(-1, 1)}z`),
    path(
      'l',
      cells([
        [-1, 0],
        [-0.5, 0],
        [-1, 0.25],
        [0, 0.5],
        [-0.5, 0.75],
        [-1, 0.5],
      ]),
    ),
    path(
      'm',
      cells([
        [-1, 0.75],
        [0.5, 0],
        [-0.5, 0.5],
      ]),
    ),
    path(
      'd',
      cells([
        [0.5, 0.5],
        [0.5, 0.75],
        [0, 0.25],
      ]),
    ),
    line('P', lines.join(''), 1.3),
    path('g', flags.map(flag).join('')),
    path('d', oval(98, 118, 11, 4)),
    path('q', 'M93 36h10v80l-5 5-5-5z'),
    path('i', 'M93 36h3.500v82L93 116z'),
    path('n', 'M96.500 66h4v46h-4z'),
    path('s', 'M96.500 66h4v14h-4z'),
    line('K', 'M93 36v80l5 5 5-5V36M96.500 66h4v46h-4z', 1.3),
    path('a', 'M72 24q0-5 5-5h42q5 0 5 5v2q0 5-5 5h-16v7H93v-7H77q-5 0-5-5z'),
    path('l', 'M72 24q0-5 5-5h42q4 0 5 4z'),
    path('g', 'M72 24q0-5 5-5h6v12h-6q-5 0-5-5zM113 19h6q5 0 5 5v2q0 5-5 5h-6z'),
  ];
}
