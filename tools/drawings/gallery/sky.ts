import { num } from '../numbers.ts';
import { disc, oval } from '../shapes.ts';
import { dice, fill, mix, round } from './paint.ts';

/** Draws bands of flat color through the given stops, with slightly uneven edges, as in a screen print. */
export function sky(
  width: number,
  height: number,
  stops: readonly string[],
  { count = 11, seed = 1, wave = 10 } = {},
): string {
  const random = dice(seed);
  let bands = fill(stops[0] ?? '#FFFFFF', `M0 0H${width}V${height}H0z`);
  for (let index = 1; index < count; index++) {
    const at = (index / (count - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    const color = mix(stops[low] ?? '#FFFFFF', stops[low + 1] ?? '#FFFFFF', at - low);
    const y = (height * index) / count;
    const lift = (): number => (random() - 0.5) * 2 * wave;
    bands += fill(
      color,
      `M0 ${num(y + lift(), 0)}Q${num(width * 0.25, 0)} ${num(y + lift(), 0)} ${num(width * 0.5, 0)} ${num(y + lift(), 0)}T${width} ${num(y + lift(), 0)}V${height}H0z`,
    );
  }
  return bands;
}

export function sun(x: number, y: number, r: number, color: string, halo: string, rings = 3): string {
  let body = '';
  for (let ring = rings; ring > 0; ring--) {
    body += fill(halo, disc(x, y, r * (1 + ring * 0.55)), ` opacity="${num(0.34 / ring)}"`);
  }
  return body + fill(color, disc(x, y, r));
}

export function streaks(
  color: string,
  places: readonly (readonly [number, number, number, number])[],
): string {
  return fill(
    color,
    places
      .map(
        ([x, y, width, height]) =>
          `M${x} ${y}q${num(width * 0.35, 0)}-${height} ${width} 0-${num(width * 0.4, 0)} ${num(height * 0.7, 0)}-${width} 0z`,
      )
      .join(''),
  );
}

export type Tones = readonly [string, string, string];

/**
 * Draws a cumulus cloud: one outline of many puffs, and inside it the same outline twice more, moved toward the light.
 * Its base is flat, unless it is a lobe of a larger cloud.
 */
export function heap(
  x: number,
  base: number,
  width: number,
  height: number,
  seed: number,
  [light, body, shade]: Tones,
  lobe = false,
): string {
  const random = dice(seed);
  const puffs: [number, number, number][] = [];
  const count = Math.max(5, Math.round((width / height) * 2.6));
  for (let index = 0; index < count; index++) {
    const across = (2 * index) / (count - 1) - 1;
    const r = height * (0.17 + 0.17 * (1 - across * across)) * (0.85 + 0.4 * random());
    puffs.push([x + (across * width) / 2.45, base - r * (lobe ? 0.9 : 0.45), r]);
  }
  const crown = Math.max(5, Math.round((width / height) * 1.7));
  for (let index = 0; index < crown; index++) {
    const across = ((index + 0.5 * random()) / (crown - 0.5)) * 1.5 - 0.75;
    const r = height * (0.2 + 0.13 * random());
    const top = height * (0.5 + 0.5 * (1 - (across / 0.75) ** 2)) * (0.74 + 0.26 * random());
    puffs.push([x + across * width * 0.5, base - Math.max(top, height * 0.4) + r, r]);
  }
  const outline = (dx: number, dy: number): string =>
    puffs.map(([px, py, r]) => disc(px + dx * height, py + dy * height, r)).join('') +
    oval(x + dx * height, base + (dy - 0.32) * height, width * 0.4, height * (lobe ? 0.34 : 0.24));
  const floor = lobe ? base + height : base;
  return (
    `<clipPath id="heap${seed}"><path d="${outline(0, 0)}"/></clipPath>` +
    `<clipPath id="floor${seed}"><path d="M-999-999H4000V${floor}H-999z"/></clipPath>` +
    `<g clip-path="url(#floor${seed})"><g clip-path="url(#heap${seed})">` +
    fill(shade, `M-999-999H4000V${floor}H-999z`) +
    fill(body, lobe ? outline(-0.13, -0.08) : outline(-0.07, -0.08)) +
    fill(light, lobe ? outline(-0.32, -0.17) : outline(-0.17, -0.2)) +
    '</g></g>'
  );
}

export function birds(
  color: string,
  places: readonly (readonly [number, number, number])[],
  width = 2.5,
): string {
  return round(
    color,
    places
      .map(
        ([x, y, s]) =>
          `M${num(x - s, 0)} ${num(y - s * 0.3, 0)}q${num(s * 0.6, 1)} ${num(-s * 0.2, 1)} ${num(s, 1)} ${num(s * 0.4, 1)} ${num(s * 0.4, 1)}-${num(s * 0.6, 1)} ${num(s, 1)} ${num(-s * 0.4, 1)}`,
      )
      .join(''),
    width,
  );
}

export function dust(
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  seed: number,
): string {
  const random = dice(seed);
  return [1, 0.7, 0.42]
    .map((reach, layer) => {
      const puffs = Array.from({ length: 14 }, (_, index) => {
        const along = (index / 13) * reach;
        const tall = height * (0.3 + 0.7 * along) * reach;
        const r = tall * (0.34 + 0.2 * random());
        return oval(
          x + along * width + (random() - 0.5) * r,
          y - tall * 0.5 * random() - r * 0.2,
          r * 1.9,
          r * 0.62,
        );
      });
      return fill(color, puffs.join(''), ` opacity="${num(0.16 + layer * 0.09)}"`);
    })
    .join('');
}

export const CLOUD = ['#FFFFFF', '#F4F1E4', '#DCE0D3'] as const;
