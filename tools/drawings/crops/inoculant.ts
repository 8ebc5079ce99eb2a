import { leaf } from '../plants.ts';
import { disc, line, path, rect } from '../shapes.ts';

const bean = (x: number, y: number, role: string, shade: string): string =>
  path(shade, disc(x, y, 9)) + path(role, `M${x + 2} ${y - 8.8}a9 9 0 1 0 0 17.600q-5-8.800 0-17.600z`);

export function inoculant(): string[] {
  const beans = (
    [
      [112, 180],
      [130, 180],
      [148, 181],
      [166, 180],
      [182, 182],
      [121, 165],
      [139, 165],
      [157, 166],
      [174, 168],
      [130, 151],
      [148, 151],
      [165, 153],
    ] as const
  ).map(([x, y], index) => (index % 4 === 1 ? bean(x, y, 'y', 'g') : bean(x, y, 'g', 's')));
  return [
    path('a', 'M20 26h92l-3 18 8 140q-50 8-102 0l8-140z'),
    path('l', 'M20 26h26l-2 18-6 143q-14-1-23-3l8-140z'),
    path('d', 'M98 26h14l-3 18 8 140q-9 2-17 2L98 44z'),
    path('q', 'M17 12h98v15H17z'),
    line('K', 'M17 12h98v15H17z', 1.6),
    path('i', 'M18 13h39v13H18z'),
    line('K', 'M17 17h98M17 22h98', 1),
    path('g', 'M22.700 52h86.900l.6 8H22.200z'),
    path('p', 'M30 72h72l4 92H26z'),
    path('j', 'M86 72h16l4 92H88z'),
    line('M', 'M66 76V104', 3.4),
    leaf({ x: 66, y: 88, turn: -58, length: 26, width: 10, belly: 0.42 }),
    leaf({ x: 66, y: 86, turn: 58, length: 26, width: 10, belly: 0.42 }),
    path('n', 'M26.600 104h76.800l.3 3H26.500z'),
    line(
      'S',
      'M66 104V158M66 112Q52 118 44 138M66 116Q80 120 90 142M66 128Q56 136 53 154M66 132Q76 138 79 156',
      2,
    ),
    path(
      'r',
      disc(57, 118, 4.4) +
        disc(47, 131, 3.6) +
        disc(76, 122, 4.4) +
        disc(86, 133, 3.4) +
        disc(66, 126, 4) +
        disc(58, 137, 3.6) +
        disc(74, 142, 3.6) +
        disc(66, 144, 3.4),
    ),
    path('d', rect(4, 186, 184, 4)),
    ...beans,
  ];
}
