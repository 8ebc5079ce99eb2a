import { num } from '../numbers.ts';
import { disc } from '../shapes.ts';
import { dice, fill, type Point, round, stroke } from './paint.ts';

/** Draws a swell of ground with its far edge at about `y`. */
export function swell(
  width: number,
  y: number,
  rise: number,
  bottom: number,
  color: string,
  seed: number,
): string {
  const random = dice(seed);
  const step = width / 4;
  let data = `M0 ${num(y + (random() - 0.5) * rise, 0)}`;
  for (let index = 1; index <= 4; index++) {
    const to = y + (random() - 0.5) * rise;
    data += `${index === 1 ? `Q${num(step / 2, 0)} ${num(y - rise * random(), 0)} ` : 'T'}${num(step * index, 0)} ${num(to, 0)}`;
  }
  return fill(color, `${data}V${bottom}H0z`);
}

/** Draws a line of trees with overlapping crowns; a second color shows their lit sides. */
export function trees(
  from: number,
  to: number,
  foot: number,
  height: number,
  seed: number,
  color: string,
  light = '',
): string {
  const random = dice(seed);
  let [crowns, lights] = ['', ''];
  for (let x = from; x < to;) {
    const tall = height * (0.45 + 0.55 * random());
    const wide = height * (0.3 + 0.26 * random());
    crowns +=
      disc(x, foot - tall + wide * 0.8, wide) +
      `M${num(x + wide, 0)} ${foot}v${num(-tall + wide * 0.8, 0)}h${num(-wide * 2, 0)}V${foot}z`;
    for (let puff = 0; puff < 3; puff++) {
      crowns += disc(
        x + (random() - 0.5) * wide * 1.6,
        foot - tall * (0.35 + random() * 0.5),
        wide * (0.5 + random() * 0.3),
      );
    }
    if (light)
      lights +=
        disc(x - wide * 0.3, foot - tall + wide * 0.66, wide * 0.56) +
        disc(x - wide * 0.5, foot - tall * 0.42, wide * 0.34);
    x += wide * (0.8 + random() * 0.9);
  }
  return fill(color, crowns) + (light ? fill(light, lights) : '');
}

export function bareTree(x: number, foot: number, height: number, seed: number, color: string): string {
  const random = dice(seed);
  const levels = new Map<number, string>();
  const grow = (fx: number, fy: number, way: number, length: number, level: number): void => {
    const [tx, ty] = [fx + Math.sin(way) * length, fy - Math.cos(way) * length];
    levels.set(level, `${levels.get(level) ?? ''}M${num(fx, 1)} ${num(fy, 1)}L${num(tx, 1)} ${num(ty, 1)}`);
    if (level === 6) return;
    const count = level < 2 ? 3 : 2;
    for (let index = 0; index < count; index++) {
      const turn = ((index + 0.5) / count - 0.5) * 1.3 + (random() - 0.5) * 0.5;
      grow(tx, ty, way * 0.9 + turn, length * (0.66 + random() * 0.16), level + 1);
    }
  };
  grow(x, foot, 0, height * 0.28, 0);
  return [...levels].map(([level, data]) => round(color, data, height * 0.05 * 0.62 ** level)).join('');
}

export type View = { vanish: number; horizon: number; bottom: number; width: number };

/** Returns the y position for a relative distance from the viewer: 1 is the near edge, 2 twice as far. */
export const down = (view: View, depth: number): number =>
  view.horizon + (view.bottom - view.horizon) / depth;

export function rows(
  view: View,
  spacing: number,
  share: number,
  color: string,
  phase = 0,
  top = view.horizon + 2,
): string {
  const { vanish, horizon, bottom, width } = view;
  const reach = Math.ceil(((width * 4) / spacing) * 0.5);
  let data = '';
  for (let index = -reach; index <= reach; index++) {
    const left = vanish + (index + phase) * spacing;
    data += `M${vanish} ${horizon}L${num(left, 0)} ${bottom}h${num(spacing * share, 0)}z`;
  }
  const id = `rows${Math.round(horizon)}${Math.round(top)}${Math.round(top)}${Math.round(spacing)}${Math.round(phase * 100)}${Math.round(vanish)}`;
  return `<clipPath id="${id}"><path d="M0 ${num(top)}H${width}V${bottom}H0z"/></clipPath><g clip-path="url(#${id})">${fill(color, data)}</g>`;
}

/** Draws short strokes that get longer toward the viewer: stubble, grass, chaff. */
export function tufts(
  box: { left: number; right: number; top: number; bottom: number },
  count: number,
  seed: number,
  color: string,
  [small, large]: Point,
  lean = 0.2,
): string {
  const random = dice(seed);
  const near: string[] = ['', '', ''];
  for (let index = 0; index < count; index++) {
    const part = random() ** 1.4;
    const y = box.top + part * (box.bottom - box.top);
    const x = box.left + random() * (box.right - box.left);
    const size = small + part * (large - small);
    const layer = Math.min(2, Math.floor(part * 3));
    near[layer] += `M${num(x, 0)} ${num(y, 0)}l${num((random() - 0.5) * size * 2 * lean, 1)}-${num(size, 1)}`;
  }
  return near.map((data, index) => (data ? stroke(color, data, 1.2 + index * 1.1) : '')).join('');
}

export function cornWall(
  from: number,
  to: number,
  foot: number,
  height: number,
  seed: number,
  [stalk, leaf, tassel]: readonly [string, string, string],
  step = 0.12,
): string {
  const random = dice(seed);
  let [stalks, leaves, tops] = ['', '', ''];
  for (let x = from; x < to; x += height * step * (0.7 + random() * 0.6)) {
    const tall = height * (0.86 + random() * 0.16);
    stalks += `M${num(x, 0)} ${foot}V${num(foot - tall, 0)}`;
    const count = height > 500 ? 9 : 5;
    for (let index = 0; index < count; index++) {
      const y = foot - tall * (0.18 + (index * 0.8) / count + random() * 0.05);
      const reach = height * (0.2 + random() * 0.12) * (index % 2 ? 1 : -1);
      leaves += `M${num(x, 0)} ${num(y, 0)}q${num(reach * 0.5, 0)} ${num(-height * 0.16, 0)} ${num(reach, 0)} ${num(height * (0.02 + random() * 0.1), 0)}q${num(-reach * 0.45, 0)} ${num(-height * 0.13, 0)} ${num(-reach, 0)} ${num(height * 0.035 - height * 0.05, 0)}z`;
    }
    tops += `M${num(x, 0)} ${num(foot - tall, 0)}l${num(-height * 0.05, 0)}-${num(height * 0.09, 0)}M${num(x, 0)} ${num(foot - tall, 0)}v-${num(height * 0.12, 0)}M${num(x, 0)} ${num(foot - tall, 0)}l${num(height * 0.05, 0)}-${num(height * 0.08, 0)}`;
  }
  const footing = `M${from - 20} ${foot + height * 0.03}Q${(from + to) / 2} ${foot - height * 0.03} ${to + 30} ${foot + height * 0.02}z`;
  return (
    fill(stalk, footing) +
    stroke(stalk, stalks, 4 + height * 0.012) +
    fill(leaf, leaves) +
    stroke(tassel, tops, height * 0.014)
  );
}
