/**
 * The elevator on the skyline as a function of time. At 0 it is the still drawing of the home page, and every movement
 * returns to it after `LOOP` seconds, so that the video can replace the still without a jump. Low light comes from the
 * left; in the dark color scheme, the moon lights the same drawing.
 */
import { loadFont, wordPath } from './lettering.ts';
import { num } from './numbers.ts';
import { at, disc, line, merge, path, rect } from './shapes.ts';

export const WIDTH = 1280;
export const HEIGHT = 220;
/** Loop length in seconds. */
export const LOOP = 12;

/**
 * Color roles of the drawing, from the site's tokens. Upper-case letters are strokes, lower-case letters fills.
 * a green, d its shade, l its light; i j q steel and boards in light, body and shade; o their outline; w lit windows; g gold,
 * n its shade; h hills, t trees; u the sun; e f furrow and crop; m meadow; y yard; z dust; k wires and birds; p paper, on
 * signs and panes.
 */
const LIGHT: Record<string, string> = {
  a: '#17492C',
  d: '#0E331E',
  l: '#2E6A46',
  i: '#FFF',
  j: '#F0ECDF',
  q: '#D5CFBD',
  o: '#17492C',
  w: '#E3AC2F',
  g: '#E3AC2F',
  n: '#6B4700',
  h: '#F0ECDF',
  t: '#D5CFBD',
  u: '#E3AC2F',
  e: '#0E331E',
  f: '#17492C',
  y: '#D5CFBD',
  k: '#0E331E',
  p: '#FBFAF4',
  m: '#2E6A46',
  z: '#D5CFBD',
};
const DARK: Record<string, string> = {
  a: '#2C6B47',
  d: '#17492C',
  l: '#4A8F66',
  i: '#7E8677',
  j: '#474D44',
  q: '#2A3027',
  o: '#0E331E',
  w: '#EDBE52',
  g: '#B98A2B',
  n: '#352A10',
  h: '#1A1F17',
  t: '#222820',
  u: '#B9BDAE',
  e: '#0E331E',
  f: '#17492C',
  y: '#3A4136',
  k: '#7E8677',
  p: '#D5CFBD',
  m: '#17492C',
  z: '#7E8677',
};

export type Scheme = 'light' | 'dark';

const variables = (values: Record<string, string>): string =>
  `:root{${Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** Returns the style sheet of the drawing. Without `scheme`, it follows the visitor's color scheme. */
export function sceneStyle(scheme?: Scheme): string {
  const roles = Object.keys(LIGHT);
  const fills = roles.map((role) => `.${role}{fill:var(--${role})}`).join('');
  const strokes = ['A', 'D', 'L', 'O', 'G', 'N', 'K']
    .map((role) => `.${role}{fill:none;stroke:var(--${role.toLowerCase()})}`)
    .join('');
  const colors = scheme
    ? variables(scheme === 'light' ? LIGHT : DARK)
    : `${variables(LIGHT)}@media(prefers-color-scheme:dark){${variables(DARK)}}`;
  return `${colors}${fills}${strokes}`;
}

/** Ground line of the buildings, and of the wheels in front of them. */
const GROUND = 156;
const ROAD = 161;

/** Returns a sine wave from -1 to 1 with `waves` periods per loop, so that the loop has no seam. */
const wave = (time: number, waves = 1, phase = 0): number =>
  Math.sin((2 * Math.PI * waves * time) / LOOP + phase);

const between = (time: number, start: number, end: number): number =>
  Math.min(1, Math.max(0, (time - start) / (end - start)));
const ease = (part: number): number => part * part * (3 - 2 * part);

function sky(time: number): string {
  return path('u', disc(176, 118, 27)) + clouds(time, 0) + (time === 0 ? '' : clouds(time, LOOP / 2));
}

/** Draws streaks of cloud that drift and fade: two sets alternate, so that the loop has no seam. */
function clouds(time: number, phase: number): string {
  const age = ((time + phase + LOOP / 2) % LOOP) - LOOP / 2;
  const strength = Math.cos((Math.PI * age) / LOOP) ** 2;
  const drift = age * 5;
  const streak = (x: number, y: number, width: number): string =>
    `M${num(x + drift, 1)} ${y}q${width * 0.4}-3 ${width} 0-${width * 0.4} 2-${width} 0z`;
  const shapes =
    streak(118, 108, 74) +
    streak(150, 114, 90) +
    streak(214, 60, 96) +
    streak(250, 66, 52) +
    streak(930, 52, 120) +
    streak(976, 58, 70) +
    streak(1120, 84, 84) +
    streak(1164, 90, 44);
  return path('t', shapes, strength === 1 ? '' : ` opacity="${num(strength)}"`);
}

function hills(): string {
  return (
    path('h', 'M0 134Q90 112 210 128T430 132 700 138Q850 142 960 128T1160 120 1280 130V160H0z') +
    path('t', `${trees(0, 150, 370, 3)}${trees(930, 151, 350, 8)}`)
  );
}

function trees(x: number, y: number, width: number, seed: number): string {
  let data = `M${x} ${y + 8}q1-9 6-10`;
  let [pen, state, height] = [6, seed, 2];
  while (pen < width) {
    state = (state * 13 + 7) % 64;
    const crown = Math.min(6 + (state % 11), width - pen);
    const next = 1 + (state % 5);
    data += `a${num(crown * 0.56, 0)} ${2 + (state % 6)} 0 0 1 ${num(crown)} ${num(height - next)}`;
    height = next;
    pen += crown;
  }
  return `${data}V${y + 8}z`;
}

export function farm(time: number): string {
  const turn = (time * 360 * 3) / LOOP;
  const blades = [15, 60, 105, 150, 195, 240, 285, 330]
    .map((angle) => {
      const [s, c] = [Math.sin(((angle + turn) * Math.PI) / 180), Math.cos(((angle + turn) * Math.PI) / 180)];
      return `M0 0L${num(c * 8 - s * 1.5, 1)} ${num(s * 8 + c * 1.5, 1)}L${num(c * 8 + s * 1.5, 1)} ${num(s * 8 - c * 1.5, 1)}z`;
    })
    .join('');
  return (
    path('a', 'M204 154V139l4-7 9-4 9 4 4 7v15zM232 154V131q0-5 4.500-5t4.500 5v23z') +
    path('l', 'M204 154V139l4-7 2-.8V154zM232 154V131q0-3 1.500-4.500V154z') +
    path('p', 'M214.500 154v-8h5v8zM215.500 139v-4h3v4z') +
    line('K', 'M251 154L255 112 259 154M252.200 141h5.600M253.200 130h3.600', 0.9) +
    path('k', 'M255 110.500h9l4-2.500v6l-4-2.500h-9z') +
    at(255, 111, path('k', blades))
  );
}

const cow = (head: number): string =>
  path(
    'a',
    'M5 3q7-1.200 14 0 2.500.5 2.500 3l.5 5.500h-.6L21 8l-.3 7h-1.500l-.6-5-1.400.8.2 4.200h-1.500l-.8-4.300H10L8.800 15H7.300l.2-5L6.300 9.800 5.800 15H4.300V8z',
  ) +
  `<g transform="rotate(${num(head, 1)} 6 4)">${path('a', 'M7 3L3 2 0 5l1 1.500 3-.5L7 8z')}${path('p', 'M0 5l1-1 1 2.300-1 .2z')}</g>`;

function cattle(time: number): string {
  const nod = 3 * Math.max(0, wave(time, 1, -Math.PI / 2));
  return (
    at(272, 138.5, cow(-24 - nod)) +
    at(330, 139.5, cow(14 + nod), ' scale(-.9 .9)') +
    at(340, 142, cow(-30), ' scale(.7)')
  );
}

function bin(x: number, width: number, eave: number, roof: number): string {
  const [right, middle] = [x + width, x + width / 2];
  const rings: string[] = [];
  for (let y = eave + 8; y < GROUND - 3; y += 8) rings.push(`M${num(x)} ${num(y)}h${num(width)}`);
  const ribs = [-0.62, -0.25, 0.2, 0.6]
    .map(
      (part) =>
        `M${num(middle + part * 3, 1)} ${num(eave - roof)}L${num(middle + (part * width) / 2, 1)} ${num(eave)}`,
    )
    .join('');
  return (
    path('j', rect(x, eave, width, GROUND - eave)) +
    path('i', rect(x + width * 0.1, eave, width * 0.26, GROUND - eave)) +
    path('q', rect(right - width * 0.27, eave, width * 0.27, GROUND - eave)) +
    line('O', rings.join(''), 0.6) +
    line('O', `M${x} ${eave}V${GROUND}M${right} ${eave}V${GROUND}`, 1.2) +
    path(
      'a',
      `M${num(x - 2)} ${eave + 1}L${num(middle - 4)} ${eave - roof}h8L${num(right + 2)} ${eave + 1}z`,
    ) +
    path(
      'l',
      `M${num(x - 2)} ${eave + 1}L${num(middle - 4)} ${eave - roof}h3L${num(x + width * 0.3)} ${eave + 1}z`,
    ) +
    line('D', ribs, 0.7) +
    path('d', rect(middle - 3, eave - roof - 3, 6, 4))
  );
}

export function steelBins(): string {
  const rungs: string[] = [];
  for (let y = 36; y < GROUND - 4; y += 10) rungs.push(`M419 ${y}l7 10M419 ${y + 10}l7-10`);
  return (
    bin(432, 42, 104, 13) +
    bin(360, 56, 84, 18) +
    // The leg, its head, and the spouts that feed each bin.
    line('K', 'M421 33L391 63M424 33L450 88M424 30L503 61', 2.2) +
    line('K', rungs.join(''), 0.6) +
    line('K', `M419 30V${GROUND}M426 30V${GROUND}`, 1.6) +
    path('k', 'M416 31V22l3-4h7l3 4v9z') +
    line('K', 'M412 31h21M412 31v-5M433 31v-5M412 26h4M429 26h4', 0.8) +
    path('k', rect(371, 142, 9, 14)) +
    path('j', rect(372.5, 144, 6, 11)) +
    line('O', `M438 105V${GROUND}M442 105V${GROUND}`, 0.8)
  );
}

export function crib(): string {
  const siding: string[] = [];
  for (let y = 90; y < GROUND - 2; y += 5.5) siding.push(`M486 ${num(y, 1)}h64`);
  for (let y = 46; y < 66; y += 5.5) siding.push(`M503 ${num(y, 1)}h30`);
  return (
    path('a', `M484 ${GROUND}V86L502 66V38L518 24 534 38V66L552 86V${GROUND}z`) +
    path('l', `M484 ${GROUND}V86L502 66V38h8V${GROUND}z`) +
    path('d', `M540 73L552 86V${GROUND}H540z`) +
    line('D', siding.join(''), 0.5) +
    // Eaves project from the walls.
    line('D', 'M481 89.500L503 65M533 65L555 89.500M499 40.500L518 24l19 16.500', 2.4) +
    path('w', rect(514, 42, 8, 9)) +
    line('D', 'M518 42v9M514 46.500h8', 0.8) +
    path('p', rect(510, 96, 5, 7) + rect(524, 96, 5, 7)) +
    line('D', 'M512.500 96v7M526.500 96v7', 0.6) +
    // The lean-to, in the cooperative's gold, with the drive door.
    path('g', `M552 ${GROUND}V118l26 12V${GROUND}z`) +
    line('N', 'M556.500 122v34M561 124v32M565.500 126v30M570 128v28M574.500 130v26', 0.5) +
    line('D', 'M550 116l31 14.500', 2.6) +
    path('d', rect(558, 137, 13, 19)) +
    path('d', rect(507, 134, 17, 22)) +
    line('A', 'M507 134l17 22M524 134l-17 22M515.500 134v22', 0.7) +
    // Lightning rod with its ball.
    line('K', 'M518 24V13', 1) +
    path('k', disc(518, 16, 1.6))
  );
}

function tanks(x: number, width: number, top: number, count: number): string {
  const each = (from: number, share: number): string =>
    Array.from({ length: count }, (_, index) =>
      rect(x + (index + from) * width, top, share * width, GROUND - top),
    ).join('');
  return (
    path('a', rect(x, top, width * count, GROUND - top)) +
    path('l', each(0.08, 0.3)) +
    path('d', each(0.74, 0.26))
  );
}

const LETTERS = loadFont('@fontsource/besley/files/besley-latin-700-normal.woff');

export function concrete(): string {
  const lamps: string[] = [];
  for (let x = 654; x < 690; x += 9) lamps.push(rect(x, 47.5, 4, 4));
  const sign = wordPath(LETTERS, 'CO-OP', {
    x: 643,
    y: 89,
    cap: 14,
    spacing: 1.2,
    anchor: 'middle',
    decimals: 1,
  });
  return (
    tanks(692, 33, 82, 2) +
    path('d', 'M690 78h70v5h-70z') +
    // The conveyor down to the new tanks.
    path('d', 'M688 52l44 19v8h-8L688 60z') +
    path('a', 'M724 79V66l6-3 6 3v13z') +
    tanks(592, 25, 56, 4) +
    path('d', rect(589, 53, 106, 4)) +
    path('a', rect(640, 44, 53, 9)) +
    path('d', rect(639, 42, 55, 2.5)) +
    path('w', lamps.join('')) +
    // Head house in two steps, with its shadow on the gallery.
    path('d', rect(640, 44, 8, 9)) +
    path('a', rect(602, 12, 38, 41)) +
    path('l', rect(602, 12, 10, 41)) +
    path('d', rect(633, 12, 7, 41)) +
    path('d', rect(600, 10, 42, 3)) +
    path('a', rect(608, 3, 18, 7)) +
    path('l', rect(608, 3, 5, 7)) +
    path('d', rect(606.5, 1.5, 21, 2)) +
    path('w', rect(616, 18, 4, 7) + rect(624, 18, 4, 7) + rect(616, 31, 4, 7)) +
    path('d', rect(624, 31, 4, 7) + rect(616, 43, 4, 6) + rect(624, 43, 4, 6)) +
    // The sign has a separate background, clear of the tanks.
    path('d', rect(601, 70, 86, 26)) +
    path('p', rect(600, 69, 86, 25)) +
    path('d', sign) +
    // Drive-through.
    path('d', rect(606, 132, 24, 24)) +
    line('L', 'M606 132h24', 1.2)
  );
}

/** Draws the dump shed: trucks disappear behind its boards. */
function shed(): string {
  const boards: string[] = [];
  for (let x = 716; x < 784; x += 6) boards.push(`M${x} 134v28`);
  return (
    path('j', 'M710 162V131h74v31z') +
    path('q', 'M771 162V131h13v31z') +
    line('O', boards.join(''), 0.5) +
    line('O', 'M710 131v31M784 131v31', 1.2) +
    path('a', 'M706 133L715 121h64L788 133z') +
    path('l', 'M706 133L715 121h9L719 133z') +
    line('D', 'M706 133.300h82', 1.6)
  );
}

function scaleHouse(time: number): string {
  // The person by the door waves when the truck is done.
  const greet = ease(between(time, 1.2, 1.8)) * (1 - ease(between(time, 3.2, 3.9)));
  const hand = greet * (118 + 16 * Math.sin(time * 9));
  const tail = 16 * Math.sin((2 * Math.PI * 18 * time) / LOOP);
  return (
    path('j', rect(794, 132, 34, 25)) +
    path('q', rect(818, 132, 10, 25)) +
    line('O', 'M794 136h34M794 140h34M794 144h34M794 148h34M794 152h34', 0.4) +
    line('O', 'M794 132v25M828 132v25', 1) +
    path('a', 'M790 133L798 122h26l8 11z') +
    path('l', 'M790 133l8-11h7l-5 11z') +
    line('D', 'M790 133.300h42', 1.4) +
    path('d', rect(818, 115, 4, 8)) +
    path('d', rect(797, 138, 8, 19)) +
    path('d', rect(809, 137, 13, 9)) +
    path('w', 'M810 138h5v7h-5zM816 138h5v7h-5z') +
    // Person with a seed cap and a clipboard; the dog waits.
    at(
      834,
      158,
      path('d', 'M-2.300 0L-2-6h4L2.300 0H.7L0-4-.7 0z') +
        path('g', 'M-2.600-5.500L-2.300-11q2.300-1.400 4.600 0l.3 5.500z') +
        path('n', disc(0, -13, 1.7)) +
        path('a', 'M-3.600-13.200Q-2-13.400-1.800-14 0-16.200 1.900-13.500z') +
        `<g transform="rotate(${num(hand, 1)} -1.8 -10.200)">${line('N', 'M-1.900-10.200l-1.100 5', 1.4)}</g>` +
        path('p', 'M1.800-9.500l3-.6.5 3.200-3 .6z'),
    ) +
    at(
      842,
      158,
      `<g transform="rotate(${num(tail, 1)} 3 -3.500)">${line('K', 'M3-3.500q2-1 2-3', 0.9)}</g>` +
        path(
          'k',
          'M-3.500-5.500l1-1.800 1 .8 1.500.9L3-3.800V0H2L1.700-1.800H-.8L-1 0h-1v-2.800l-1-.9-1.700-.3z',
        ),
    )
  );
}

/** Draws a tandem grain truck heading left, with its front at x = 0 and its wheels at y = 0. */
export function truck(turn: number): string {
  const wheel = (x: number): string =>
    at(
      x,
      -4.4,
      path('k', disc(0, 0, 4.4)) +
        `<g transform="rotate(${num(turn, 1)})">${path('p', disc(0, 0, 1.8))}${path('k', 'M-1.800-.4h3.600v.8h-3.600z')}</g>`,
    );
  return (
    path('g', 'M27-22q6-5 11-4 6-6 13-2 8-2 16 6z') +
    path('d', 'M3-5h64v-3H3z') +
    path('a', 'M1.500-6v-6q0-2.500 2.500-3l8.500-1 3-8H25V-6z') +
    path('l', 'M1.500-6v-6q0-2.500 2.500-3l8.500-1v3L5-12v6z') +
    path('p', 'M14.800-16.500l2-5.500h5.700v5.500z') +
    path('g', 'M1-9.500h2.500v2H1z') +
    path('a', 'M26-23H69L68-7H28z') +
    path('l', 'M26-23h9l.5 16H28z') +
    path('g', 'M26.600-15H68.500l-.2 2.500H27z') +
    line('D', 'M36-23V-7M44-23V-7M52-23V-7M60-23V-7', 1) +
    line('D', 'M25.500-23H69.500', 1.6) +
    path('d', 'M4-4.400a6.400 6.400 0 0 1 12.800 0h-2a4.400 4.400 0 0 0-8.800 0z') +
    wheel(10.4) +
    wheel(47) +
    wheel(57.5)
  );
}

const SCALE_STOP = 852;

/** Draws the trucks: one waits on the scale and rolls into the shed; the next one arrives on the road. */
function trucks(time: number): string {
  const leave = between(time, 1.8, 6.4);
  const first = SCALE_STOP - 139 * ease(leave);
  const arrive = between(time, 4.8, 11.4);
  const second = 1300 - (1300 - SCALE_STOP) * (1 - (1 - arrive) ** 2);
  const roll = (x: number): string => at(x, ROAD, truck(((x - SCALE_STOP) / 4.4) * (180 / Math.PI)));
  if (time === 0) return roll(SCALE_STOP);
  return (leave < 1 ? roll(first) : '') + (arrive > 0 ? roll(second) : '');
}

function dust(time: number): string {
  let puffs = '';
  for (let index = 0; index < 16; index++) {
    const age = between(time, 6 + index * 0.17, 8.8 + index * 0.17);
    if (age <= 0 || age >= 1) continue;
    const x = 724 + ((index * 19) % 46) + age * (20 + (index % 4) * 4);
    const y = 126 - age * (9 + ((index * 7) % 11));
    // Each puff grows and shrinks as one flat shape: the style has no transparency.
    const radius = (3.4 + (index % 3) * 1.4) * Math.sin(Math.PI * age);
    puffs += disc(x, y, radius);
  }
  return puffs && path('z', puffs);
}

/** Draws the shadow of a cloud that crosses the near field once per loop. */
function shade(time: number): string {
  if (time === 0) return '';
  const x = -420 + (time / LOOP) * 1880;
  return path('e', `M${num(x, 1)} 221q40-50 150-62h190q-60 14-40 62z`, ' opacity=".45"');
}

function scale(): string {
  return (
    path('q', rect(844, ROAD, 86, 3)) +
    path('d', `M846 ${ROAD}h82l-2 2.500H848z`) +
    line('K', `M934 ${ROAD}v-9`, 1.4)
  );
}

function poles(time: number): string {
  const rows = [
    [982, 156, 62],
    [1062, 154.5, 48],
    [1122, 153, 37],
    [1167, 152, 28.5],
    [1201, 151, 22],
    [1227, 150.5, 17],
    [1247, 150, 13],
    [1263, 149.5, 10],
    [1282, 149, 7.5],
  ] as const;
  let [posts, wires] = ['', ''];
  let previous: readonly [number, number, number] = [0, 0, 0];
  rows.forEach((row, index) => {
    const [x, base, height] = row;
    const top = base - height;
    const arm = height * 0.12;
    const thick = Math.max(0.6, height * 0.036);
    posts += line(
      'K',
      `M${x} ${num(base)}V${num(top, 1)}M${num(x - arm, 1)} ${num(top + height * 0.08, 1)}h${num(arm * 2, 1)}`,
      thick,
    );
    const gust = 1 + 0.1 * (wave(time, 2, -index * 0.7) - wave(0, 2, -index * 0.7));
    for (const side of [-1, 1]) {
      const from =
        index === 0 ? [758, 80] : [previous[0] + side * previous[2] * 0.12, previous[1] - previous[2] * 0.93];
      const to = [x + side * arm, top + height * 0.07];
      const [fx = 0, fy = 0, tx = 0, ty = 0] = [...from, ...to];
      const sag = (tx - fx) * 0.11 * gust * (index === 0 ? 0.8 : 1);
      wires += `M${num(fx, 1)} ${num(fy, 1)}Q${num((fx + tx) / 2, 1)} ${num((fy + ty) / 2 + sag, 1)} ${num(tx, 1)} ${num(ty, 1)}`;
    }
    previous = row;
  });
  return line('K', wires, 0.7) + posts;
}

/** Draws rows over a swell, wider when nearer, with gold stubble between them where it is visible. */
function field(): string {
  const vanish = 596;
  const row = (left: number, right: number): string => {
    const top = (offset: number): string => `${num(vanish + offset * 0.3, 0)} 160`;
    const bend = (offset: number): string => `${num(vanish + offset * 0.44, 0)} 175`;
    return `M${top(left)}Q${bend(left)} ${vanish + left} 221h${right - left}Q${bend(right)} ${top(right)}z`;
  };
  let [soil, stubble] = ['', ''];
  for (let offset = -2424; offset <= 2424; offset += 101) {
    soil += row(offset, offset + 48);
    // Rows far from the center look flatter. Draw their stubble wider, so that it stays a line instead of specks.
    const gold = Math.round(3 + Math.abs(offset) / 200);
    if (Math.abs(offset) < 1000) stubble += row(offset + 73, offset + 73 + gold);
  }
  return path('f', 'M0 158H1280V221H0z') + path('e', soil) + path('g', stubble);
}

/** Draws the meadow behind the field, whose edge hides the ends of the rows, and the gravel for the trucks. */
function yard(): string {
  const edge = 'Q640 159.500';
  return (
    path('m', `M0 153Q200 149 400 152H900Q1100 150 1280 148V168.500${edge} 0 167z`) +
    path('y', 'M300 163.500Q330 153 372 153H1000Q1140 155 1280 154V164Q960 164.500 640 164T300 163.500z')
  );
}

function wheat(time: number): string {
  const stalks = [
    [-6, 66, 12],
    [10, 82, 7],
    [24, 60, 15],
    [36, 74, 4],
    [50, 52, 10],
    [62, 64, 17],
    [78, 44, 6],
    [92, 52, 14],
    [110, 36, 9],
    [128, 28, 15],
  ] as const;
  let [stems, ears] = ['', ''];
  stalks.forEach(([x, height, lean], index) => {
    const sway = 2.2 * (wave(time, 3, index * -0.5) - wave(0, 3, index * -0.5));
    const tip = [x + (lean + sway) * (height / 60), 222 - height] as const;
    stems += `M${x} 222Q${num(x, 0)} ${num(222 - height * 0.6, 0)} ${num(tip[0], 1)} ${num(tip[1], 1)}`;
    ears += `<use href="#w" transform="translate(${num(tip[0], 1)} ${num(tip[1], 1)}) rotate(${num(lean * 1.8 + sway * 2.4, 1)})"/>`;
  });
  const leaves =
    'M11 192q10-20 32-16-20 2-32 16zM51 206q8-17 27-14-17 2-27 14zM24 212q-2-20 11-34-2 20-11 34z';
  return path('l', leaves) + line('G', stems, 1.3) + ears;
}

const EAR =
  '<g id="w">' +
  line('G', 'M0 0L-4-30M0-6L-9-26M0-6L8-28M0 0L4-32', 0.5) +
  path(
    'g',
    [0, 1, 2, 3]
      .map(
        (pair) =>
          `M0 ${1 - pair * 5.5}q-4.500-2.500-3.500-8 3 1.500 3.500 5 .5-3.500 3.500-5 1 5.500-3.500 8z`,
      )
      .join('') + 'M0-18q-2-4 0-8 2 4 0 8z',
  ) +
  line('N', 'M0 1V-17', 0.6) +
  '</g>';

function birds(time: number): string {
  let data = '';
  for (let index = 0; index < 7; index++) {
    const angle = (2 * Math.PI * time) / LOOP + index * 0.15 + (index % 3) * 0.06 + 0.1;
    const x = 640 + 124 * Math.cos(angle);
    const y = 25 + 11 * Math.sin(angle) + (index % 3) * 5;
    const flap = 2.4 * Math.sin(time * ((2 * Math.PI * 22) / LOOP) + index * 1.9);
    data += `M${num(x - 4, 1)} ${num(y - flap, 1)}Q${num(x - 2, 1)} ${num(y - 1 - flap / 2, 1)} ${num(x, 1)} ${num(y, 1)}Q${num(x + 2, 1)} ${num(y - 1 - flap / 2, 1)} ${num(x + 4, 1)} ${num(y - flap, 1)}`;
  }
  return line('K', data, 1.1);
}

export const DEFS = `<defs>${EAR}</defs>`;

/** Draws the whole scene at `time`, back to front. */
export function scene(time: number): string {
  const parts = [
    sky(time),
    hills(),
    farm(time),
    field(),
    shade(time),
    yard(),
    cattle(time),
    birds(time),
    poles(time),
    steelBins(),
    crib(),
    concrete(),
    scaleHouse(time),
    scale(),
    trucks(time),
    dust(time),
    shed(),
    wheat(time),
  ];
  return merge(parts.join(''));
}

export function skylineSvg(scheme?: Scheme): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>The elevator on the skyline</title><style>${sceneStyle(scheme)}</style>${DEFS}${scene(0)}</svg>\n`;
}
