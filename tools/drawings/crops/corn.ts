import { num } from '../numbers.ts';
import { beads, leaf } from '../plants.ts';
import { line, path } from '../shapes.ts';

const column = (side: number): string =>
  `M${num(98 + 19 * side, 1)} 158C${num(98 + 27 * side, 1)} 118 ${num(98 + 25 * side, 1)} 66 ${num(98 + 7 * side, 1)} 30`;

export function corn(): string[] {
  const columns = ([-78, -50, -25, 0, 25, 50, 78] as const).map((angle, index) => {
    const side = Math.sin((angle * Math.PI) / 180);
    const role = ['Y', 'Y', 'Y', 'G', 'G', 'G', 'S'][index] ?? 'G';
    return beads(
      role,
      column(side),
      3.4 + 6.4 * Math.cos((angle * Math.PI) / 180),
      9.2,
      index % 2 ? 4.6 : 0.5,
    );
  });
  const turned = [
    // Leaves that hang behind.
    leaf({ x: 96, y: 168, turn: -62, length: 92, width: 24, belly: 0.4, bend: -0.25 }),
    leaf({ x: 100, y: 168, turn: 66, length: 92, width: 22, belly: 0.4, bend: 0.3 }, ['a', 'd', 'L']),
    line(
      'R',
      'M98 34Q92 14 74 10 62 9 54 20M98 34Q95 12 86 6 74 0 62 8M98 34Q99 14 108 8 120 2 130 14M98 34Q104 18 118 16 130 16 136 30M98 34Q88 20 72 20 62 22 58 34',
      1.8,
    ),
    line(
      'S',
      'M98 34Q94 12 80 6 66 4 56 13M98 34Q98 14 99 4M98 34Q96 12 92 3M98 34Q102 14 113 9 126 8 134 22M98 34Q104 22 116 22 126 24 130 36',
      1.6,
    ),
    path('s', 'M78 160C66 116 74 56 98 26 122 56 130 116 118 160z'),
    path('n', 'M106 160C118 116 116 70 98 26 122 56 130 116 118 160z'),
    ...columns,
    // Husk.
    path('a', 'M100 184C78 178 58 148 50 84 70 110 84 128 99 150z'),
    path('l', 'M96 182C78 172 60 142 50 84 62 126 76 152 96 182z'),
    path('d', 'M98 184C124 176 142 146 148 88 130 116 116 130 99 150z'),
    path('a', 'M100 184C120 170 134 146 148 88 122 128 110 136 100 160z'),
    path('l', 'M98 186C80 172 76 146 84 122 96 134 108 152 108 180z'),
    path('m', 'M96 184C82 168 78 148 84 122 84 146 88 164 98 186z'),
    path('a', 'M98 186C100 160 108 138 120 124 122 150 116 174 104 186z'),
    line('M', 'M66 126q10 30 28 50', 1.2),
    line('D', 'M91 138q0 24 9 44M134 124q-10 32-26 52', 1.2),
    path('l', 'M90 180h18l-3 12H95z'),
    path('a', 'M99 180h9l-3 12h-6z'),
  ];
  return [`<g transform="rotate(9 96 100)">${turned.join('')}</g>`];
}
