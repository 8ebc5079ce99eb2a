import { num } from './numbers.ts';
import { path } from './shapes.ts';

export type Blade = {
  x: number;
  y: number;
  /** Degrees clockwise from straight up. */
  turn: number;
  length: number;
  width: number;
  /** Position of the widest part, as a share of the length. */
  belly?: number;
  /** Lateral bend of the tip, as a share of the length; positive bends right, seen along the blade. */
  bend?: number;
};

function frame({ x, y, turn }: Blade): (along: number, side: number) => string {
  const angle = (turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return (along, side) => `${num(x + along * sin + side * cos, 1)} ${num(y - along * cos + side * sin, 1)}`;
}

/** Returns the path of the whole blade, or of the half on one side of its midrib. */
export function blade(spec: Blade, half: 'both' | 'left' | 'right' = 'both'): string {
  const { length, width, belly = 0.5, bend = 0 } = spec;
  const point = frame(spec);
  const tip = point(length, bend * length);
  const side = (sign: number): string => point(length * belly, sign * width + bend * length * belly * 0.2);
  const middle = half === 'both' ? '' : point(length * belly, bend * length * belly * 0.2);
  const [out, back] = { both: [side(-1), side(1)], left: [side(-1), middle], right: [middle, side(1)] }[half];
  return `M${point(0, 0)}Q${out} ${tip}Q${back} ${point(0, 0)}z`;
}

export function midrib(spec: Blade, share = 0.9): string {
  const { length, belly = 0.5, bend = 0 } = spec;
  const point = frame(spec);
  return `M${point(0, 0)}Q${point(length * belly, bend * length * belly * 0.2)} ${point(length * share, bend * length * share ** 2)}`;
}

export function leaf(spec: Blade, roles: readonly [string, string, string] = ['l', 'a', 'M']): string {
  const [light, shade, rib] = roles;
  // A hanging leaf shows its right half on the left.
  const turned = Math.abs(((spec.turn + 540) % 360) - 180) > 90;
  return (
    path(shade, blade(spec)) +
    path(light, blade(spec, turned ? 'right' : 'left')) +
    path(rib, midrib(spec), ' stroke-width="1.2"')
  );
}

/** Draws grains along a curve as one dashed line with round dots, whose markup is short for any number. */
export function beads(role: string, data: string, size: number, step: number, from = 0): string {
  return path(
    role,
    data,
    ` stroke-width="${num(size)}" stroke-linecap="round" stroke-dasharray="${num(size * 0.12)} ${num(step - size * 0.12)}"` +
      (from ? ` stroke-dashoffset="${num(-from)}"` : ''),
  );
}

/** Draws each grain as a line of zero length with round ends, which takes few characters. */
export function grains(
  role: string,
  positions: readonly (readonly [number, number])[],
  size: number,
): string {
  const data = positions.map(([x, y]) => `M${num(x, 1)} ${num(y, 1)}h0`).join('');
  return path(role, data, ` stroke-width="${num(size)}" stroke-linecap="round"`);
}
