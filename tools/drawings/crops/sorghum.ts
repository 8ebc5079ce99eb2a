import { grains, leaf } from '../plants.ts';
import { line, path } from '../shapes.ts';

export function sorghum(): string[] {
  // Rows of grain across the panicle, each offset from the last.
  const dark: [number, number][] = [];
  const body: [number, number][] = [];
  const light: [number, number][] = [];
  for (let row = 0; row < 17; row++) {
    const part = row / 16;
    const half = 31 * Math.sin(Math.PI * (0.06 + 0.88 * part ** 1.02)) ** 0.8;
    const count = Math.max(1, Math.round(half / 4.2));
    for (let index = 0; index < count; index++) {
      const even = count < 3 ? 0 : (2 * (index + (row % 2 ? 0.25 : -0.25))) / (count - 1) - 1;
      const across = Math.max(-1, Math.min(1, even));
      const place: [number, number] = [
        96 + across * half,
        16 + part * 92 + ((row * 7 + index * 5) % 5) - 2 + 5 * across * across,
      ];
      dark.push([place[0] + 1, place[1] + 1.4]);
      if (across < 0) light.push(place);
      else if (across < 0.86) body.push(place);
    }
  }
  return [
    line('L', 'M96 192V100', 6),
    line('M', 'M94.500 192V100', 1.6),
    leaf({ x: 96, y: 180, turn: -40, length: 82, width: 19, belly: 0.45, bend: -0.6 }, ['l', 'a', 'P']),
    leaf({ x: 96, y: 172, turn: 38, length: 82, width: 19, belly: 0.45, bend: 0.6 }, ['a', 'd', 'P']),
    leaf({ x: 95, y: 148, turn: -30, length: 88, width: 17, belly: 0.45, bend: -0.5 }, ['m', 'l', 'P']),
    leaf({ x: 97, y: 140, turn: 30, length: 84, width: 17, belly: 0.45, bend: 0.5 }, ['l', 'a', 'P']),
    path('c', 'M92 112C66 104 60 60 80 30 88 18 92 14 96 8 100 14 106 18 114 32 132 62 126 104 100 112z'),
    grains('C', dark, 10),
    grains('R', body, 8.4),
    grains('R', light, 8.4),
    grains(
      'O',
      light.map(([x, y]) => [x - 0.8, y - 0.8] as const),
      6,
    ),
    grains(
      'O',
      body.map(([x, y]) => [x - 1.4, y - 1.4] as const),
      2.6,
    ),
  ];
}
