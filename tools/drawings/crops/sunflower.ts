import { num } from '../numbers.ts';
import { beads, type Blade, blade } from '../plants.ts';
import { at, disc, line, path } from '../shapes.ts';

const rays = (count: number, phase: number, length: number): [string, string, string] => {
  const [shade, body, light] = [[''], [''], ['']];
  for (let index = 0; index < count; index++) {
    const turn = ((index + phase) * 360) / count;
    const way = (turn * Math.PI) / 180;
    const spec: Blade = {
      x: 96 + 24 * Math.sin(way),
      y: 76 - 24 * Math.cos(way),
      turn,
      length: length + ((index * 5) % 4) * 1.6,
      width: 9.5,
      belly: 0.48,
      bend: index % 3 === 0 ? 0.1 : -0.06,
    };
    shade.push(blade(spec));
    body.push(blade(spec, turn > 20 && turn < 200 ? 'left' : 'both'));
    if (turn > 200 || turn < 20) light.push(blade(spec, turn > 270 ? 'left' : 'right'));
  }
  return [shade.join(''), body.join(''), light.join('')];
};

const ring = (role: string, radius: number, size: number, count: number, phase = 0): string =>
  beads(role, disc(96, 76, radius), size, (2 * Math.PI * radius) / count, phase);

export function sunflower(): string[] {
  const [backShade] = rays(18, 0.5, 42);
  const [shade, body, light] = rays(18, 0, 38);
  return [
    line('A', 'M98 192Q102 150 96 110', 7),
    line('M', 'M95.500 192Q99.500 150 94 114', 1.6),
    heart(101, 152, 64, 52),
    heart(99, 170, -62, 56),
    path('s', backShade),
    path('s', shade),
    path('g', body),
    path('y', light),
    path('s', disc(96, 76, 34)),
    path('c', disc(96, 76, 29)),
    ring('S', 26.5, 4.6, 30),
    ring('R', 21.5, 4.2, 26, 2),
    ring('N', 16.5, 4, 21),
    path('n', disc(96, 76, 12)),
    ring('R', 10, 3, 14),
    ring('S', 5, 2.4, 8),
    path('g', disc(96, 76, 1.6)),
  ];
}

function heart(x: number, y: number, turn: number, size: number): string {
  const body = 'M0 0C-10 8-20-2-18-16-16-30-6-40 0-50 6-40 16-30 18-16 20-2 10 8 0 0z';
  const half = turn < 0 ? 'M0 0C10 8 20-2 18-16 16-30 6-40 0-50z' : 'M0 0C-10 8-20-2-18-16-16-30-6-40 0-50z';
  return at(
    x,
    y,
    path('a', body) +
      path('l', half) +
      path('M', 'M0 2V-46M0-8L-13-18M0-8L13-18M0-20L-10-30M0-20L10-30', ' stroke-width="1.2"'),
    ` rotate(${turn}) scale(${num(size / 46)})`,
  );
}
