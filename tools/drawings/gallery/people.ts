/** People and animals without faces; posture distinguishes them. */
import { num } from '../numbers.ts';
import { disc, oval } from '../shapes.ts';
import { fill, place, round, stroke } from './paint.ts';

type Limb = readonly [number, number, number, number];

export type Person = {
  x: number;
  /** Position of the feet. */
  y: number;
  /** Scale; 1 draws a person 100 units tall. */
  scale: number;
  skin?: string;
  shirt: string;
  shade: string;
  trousers: string;
  /** Elbow and hand, relative to the middle of the shoulders at 0,-80. */
  arms?: readonly Limb[];
  /** Knee and foot, relative to the hip at 0,-46. */
  legs?: readonly Limb[];
  /** Direction: -1 left, 1 right, 0 toward the viewer, 2 away. */
  looks?: -1 | 0 | 1 | 2;
  cap?: string;
  hair?: string;
  /** Overalls over the shirt. */
  bib?: string;
  /** Draws only the upper half, as behind a counter or a table. */
  seated?: boolean;
  skirt?: string;
};

const BOOT = '#191E19';
const SKIN = '#C58F63';

function head({ looks = 0, skin = SKIN, cap, hair = '#3B2A1A' }: Person): string {
  const neck = fill(skin, 'M-3.500-88h7v8h-7z');
  const face = fill(skin, oval(0, -93, 7.4, 8.6));
  if (looks === 2) {
    const top = cap ? fill(cap, 'M-8.500-94q0-9.500 8.500-9.500t8.500 9.500q-8.500 2-17 0z') : '';
    return neck + fill(hair, oval(0, -93, 7.8, 8.8)) + top;
  }
  if (looks === 0) {
    const top = cap
      ? fill(cap, 'M-8.500-95q0-9 8.500-9t8.500 9q1 1 1 2.500-9.500-3-19 0 0-1.500 1-2.500z')
      : fill(hair, 'M-8.400-91q-1.500-13 8.400-13 10 0 8.400 13-1-5-3-6.500-4 1.500-9 .5-3 1-4.800 6z');
    return neck + face + top;
  }
  const profile =
    fill(skin, 'M6.400-94.500l3 3.300-3 1.200z') +
    (cap
      ? fill(hair, 'M-8-96q0 7 2 9l4-7z') +
        fill(cap, 'M-8.500-94q0-9.500 8.500-9.500 7.500 0 8.500 8l7.500 2.200-.5 1.300q-12-3-24-2z')
      : fill(hair, 'M-8.400-88q-3-16 8.400-16 8 0 8 7-6-1-8 1l-2 7q-3 3-6.400 1z'));
  return neck + face + (looks === 1 ? profile : `<g transform="scale(-1 1)">${profile}</g>`);
}

export function person(who: Person): string {
  const { x, y, scale, shirt, shade, trousers, bib, skirt, seated = false, skin = SKIN } = who;
  const arms = who.arms ?? [
    [-13, -62, -12, -47],
    [13, -62, 12, -47],
  ];
  const legs = who.legs ?? [
    [-6, -24, -7, -2],
    [6, -24, 7, -2],
  ];
  const arm = ([ex, ey, hx, hy]: Limb, back: boolean): string => {
    const from = ex < 0 ? -9 : 9;
    return (
      round(
        back ? shade : shirt,
        `M${from}-76L${ex} ${ey}L${num(ex + (hx - ex) * 0.62, 1)} ${num(ey + (hy - ey) * 0.62, 1)}`,
        7.4,
      ) + round(skin, `M${num(ex + (hx - ex) * 0.62, 1)} ${num(ey + (hy - ey) * 0.62, 1)}L${hx} ${hy}`, 5.4)
    );
  };
  const leg = ([kx, ky, fx, fy]: Limb): string =>
    round(trousers, `M${kx < 0 ? -5 : 5}-46L${kx} ${ky}L${fx} ${fy - 6}`, 9.5) +
    fill(BOOT, `M${num(fx - 5)} ${num(fy + 2)}v-7h9q6 2 6 7z`);
  const away = who.looks === 2;
  const [left, right] = [arms.filter(([ex]) => ex < 0), arms.filter(([ex]) => ex >= 0)];
  return place(
    x,
    y,
    scale,
    [
      seated ? '' : legs.map(leg).join('') + fill(trousers, 'M-10.800-52h21.600l-1 12q-9 3-19.600 0z'),
      skirt && !seated ? fill(skirt, 'M-9-50h18l7 28q-16 4-32 0z') : '',
      right.map((limb) => arm(limb, true)).join(''),
      away ? left.map((limb) => arm(limb, false)).join('') : '',
      fill(shirt, 'M-13-74q3-6 9-7h8q6 1 9 7l-2 30h-22z'),
      fill(shade, 'M4-81q6 1 9 7l-2 30H3q3-18 1-37z'),
      bib === undefined ? '' : fill(bib, 'M-8-66h14v22h-14zM-8-80h3v16h-3zM4-80h3v16H4zM-11-50h22v7h-22z'),
      head(who),
      away ? '' : left.map((limb) => arm(limb, false)).join(''),
    ].join(''),
  );
}

/** Draws a sitting dog that looks left; 45 high. */
export function dog(x: number, y: number, scale: number, coat: string, chest: string, ear: string): string {
  return place(
    x,
    y,
    scale,
    round(coat, 'M13-2q9 1 11-6', 3.6) +
      fill(coat, 'M-9 0V-18q-1-8 1-13l10-1q4 6 9 15 6 8 6 13 0 4-3 4H4q-3 0-2-4 0-4-3-6l-2 10z') +
      fill(chest, 'M-9-26q4 6 3 12L-7-2h-2z') +
      fill(ear, 'M3 0q-2-9 5-13 7 1 9 8 0 5-3 5z') +
      fill(coat, 'M-23-34q0-2 2-3l8-2q2-6 8-6 8 0 9 8 0 5-4 8l-7 2q-5 1-8-1l-6-2q-2-1-2-4z') +
      fill(ear, 'M-4-44q7 0 8 7 0 6-3 7-5-4-5-14z') +
      fill(chest, 'M-23-33q4 3 9 2l1 3q-4 1-8-1-2-1-2-4z') +
      fill(BOOT, disc(-21.5, -35.2, 1.9) + disc(-10, -38, 1.1)),
  );
}

/** Draws a Hereford calf from the side, heading left; its feet at 0, 66 high. */
export function calf(x: number, y: number, scale: number): string {
  const [coat, shade, white] = ['#9A4526', '#6B2C18', '#FBFAF4'];
  return place(
    x,
    y,
    scale,
    [
      // Far legs.
      fill(shade, 'M-24-34l8 2-1 18 1 14h-7l-2-14zM22-36l12-2-2 14 3 10-1 14h-7l-2-14z'),
      fill(BOOT, 'M-23-3h7v3h-7zM27-3h7v3h-7z'),
      fill(coat, 'M-36-58q14-5 36-3t36-2q7 2 7 12 0 14-7 18-12-2-22 1-18 4-34 0-12-2-16-12z'),
      fill(shade, 'M-34-42q14 8 34 7t42-12q-1 11-6 14-12-2-22 1-18 4-34 0-10-2-14-10z'),
      round(shade, 'M42-60q5 10 3 28', 3),
      fill(white, 'M43-34h5l-1 10h-4zM-24-32q14 5 30 1l-4 4q-14 2-24-1z'),
      // Near legs, white below.
      fill(coat, 'M-34-38l13 3-2 16 0 19h-7l-2-18zM28-40l14-2-1 14-3 10 1 18h-7l-2-16-5-12z'),
      fill(white, 'M-31.400-14h8l-.4 11h-7zM31-12h8l-.5 9h-6.500z'),
      fill(BOOT, 'M-31-3h7.500v3H-31zM32-3h7v3h-7z'),
      fill(coat, 'M-20-58q-10-10-20-12l-8 14 10 18q10 4 16-6z'),
      fill(white, 'M-24-61q-8-9-16-9l3 5q8 2 10 7zM-44-46q-2 8 6 10 4 4 8 6-2-10-6-16z'),
      fill(white, 'M-40-72q-8 0-11 7l-7 14q-2 5 3 6l6-1q8-6 12-14 3-9-3-12z'),
      fill(coat, 'M-40-72q5 0 6 6-1 8-8 15-2-6 0-11z'),
      fill('#D9A08C', 'M-58-51q-2 5 3 6l4-1q1-5-3-7z'),
      fill(shade, 'M-36-70q8-5 12-1-4 6-11 5z'),
      stroke('#17492C', 'M-56.500-58q4 2 8.500 9.500M-51-53q6-6 13-15M-38-68q-1 9-9 19', 1.8),
      fill(BOOT, disc(-47.5, -62, 1.5) + disc(-56.5, -49, 1)),
    ].join(''),
  );
}

export function hen(x: number, y: number, scale: number, coat: string, shade: string): string {
  return place(
    x,
    y,
    scale,
    round('#B57F1C', 'M-1-6v6M3-6v6', 1.2) +
      fill(coat, 'M-12-15q2-5 5-5 3 0 4 4 6 4 12-4 3 8-2 13-4 3-9 2-8-2-10-10z') +
      fill(shade, 'M0-12q5 2 9-6 2 8-2 12-4 1-7-6z') +
      fill('#9A4526', 'M-10-20q0-4 2-3 1-2 3 1zM-13-16l3 1-1 3z'),
  );
}
