/** Spring: planting, spraying young corn, nurse tanks in a row, fuel brought to the farm. */
import { num } from '../numbers.ts';
import { sprayer, tractor } from '../machines.ts';
import { disc, oval, rect } from '../shapes.ts';
import { farm } from '../skyline.ts';
import { dust, elevator } from './autumn.ts';
import {
  bareTree,
  birds,
  down,
  heap,
  rows,
  sky,
  streaks,
  sun,
  swell,
  trees,
  tufts,
  type View,
} from './land.ts';
import { fuelTruck, nurseTank, planter } from './machinery.ts';
import { DAY, dice, fill, lit, mix, place, round, stroke, veiled, type Scene } from './paint.ts';
import { dog, hen, person } from './people.ts';

const CLOUD = ['#FFFFFF', '#F4F1E4', '#DCE0D3'] as const;

export function planting(): Scene {
  const [width, height] = [1600, 1067];
  const ground = 800;
  return {
    width,
    height,
    name: 'Planting the north quarter',
    parts: [
      sky(width, 640, ['#A9C8C2', '#C3D8CC', '#DDE5D2', '#F3EBD0'], { count: 9, seed: 33 }),
      heap(1230, 470, 560, 170, 3, CLOUD),
      heap(300, 400, 440, 110, 4, CLOUD),
      heap(760, 350, 300, 66, 15, CLOUD),
      trees(0, 640, 612, 44, 5, '#9DB58C', '#B7C79B'),
      trees(1100, 1640, 612, 52, 6, '#9DB58C', '#B7C79B'),
      lit(veiled('#DDE5C8', 0.28), place(130 - 204 * 2.3, 630 - 154 * 2.3, 2.3, farm(0))),
      swell(width, 622, 14, height, '#7FA271', 7),
      fill('#A89A62', `M0 664Q800 640 1600 668V${height}H0z`),
      fill('#6B4A22', `M0 688H1600V${height}H0z`),
      rows({ vanish: 1180, horizon: 560, bottom: 1067, width }, 150, 0.5, '#5A3D1B', 0, 690),
      rows({ vanish: 1180, horizon: 560, bottom: 1067, width }, 150, 0.12, '#8A6433', 0.62, 690),
      tufts({ left: 0, right: width, top: 720, bottom: 1060 }, 800, 5, '#8A6433', [3, 14], 1.6),
      tufts({ left: 0, right: width, top: 720, bottom: 1060 }, 300, 6, '#C9A867', [4, 18], 2),
      // Dust hangs behind the planter, gulls in it.
      dust(1120, ground, 520, 130, '#D9C08A', 17),
      fill('#3E2911', oval(760, ground + 6, 470, 11)),
      lit(DAY, place(850, ground, 2.7, planter())),
      lit(DAY, place(420, ground - 124 * 3.3, 3.3, tractor())),
      birds(
        '#FBFAF4',
        [
          [1250, 500, 26],
          [1330, 560, 22],
          [1420, 470, 28],
          [1180, 590, 18],
          [1500, 600, 24],
          [1390, 640, 20],
        ],
        5,
      ),
      birds(
        '#474D44',
        [
          [1000, 430, 14],
          [1046, 410, 12],
        ],
        3,
      ),
      tufts({ left: 0, right: width, top: 960, bottom: 1090 }, 90, 16, '#3E2911', [10, 30], 2),
      tufts({ left: 0, right: width, top: 1040, bottom: 1090 }, 300, 26, '#2E6A46', [24, 70], 0.5),
    ],
  };
}

/** Corn at its fifth leaf. */
function seedling(x: number, y: number, size: number, seed: number): { light: string; shade: string } {
  const random = dice(seed);
  const wave = (reach: number, lift: number, thick: number): string =>
    `M${num(x, 1)} ${num(y, 1)}q${num(reach * 0.3 * size, 1)} ${num(-lift * 1.3 * size, 1)} ${num(reach * size, 1)} ${num(-lift * 0.7 * size, 1)}q${num(-reach * 0.55 * size, 1)} ${num(-lift * 0.25 * size, 1)} ${num(-reach * size, 1)} ${num(lift * 0.7 * size + thick * size, 1)}z`;
  const lean = 0.8 + random() * 0.4;
  return {
    light: wave(-0.62 * lean, 0.6, 0.06) + wave(-0.4, 1.05 * lean, 0.05) + wave(-0.14 * lean, 1.4, 0.04),
    shade: wave(0.64, 0.56 * lean, 0.06) + wave(0.44 * lean, 0.95, 0.05) + wave(0.2, 1.3 * lean, 0.04),
  };
}

export function sprayerInYoungCorn(): Scene {
  const [width, height] = [1600, 1067];
  const view: View = { vanish: 800, horizon: 500, bottom: 1067, width };
  const depths = Array.from({ length: 34 }, (_, index) => 14 * 0.915 ** index).filter(
    (depth) => depth > 0.72,
  );
  const corn = (near: number, far: number, light: string, shade: string): string =>
    depths
      .filter((depth) => depth <= far && depth > near)
      .map((depth, layer) => {
        let [one, two] = ['', ''];
        const spacing = 190 / depth;
        const y = down(view, depth);
        for (let row = -60; row <= 60; row++) {
          const x = view.vanish + (row + 0.5) * spacing;
          if (x < -80 || x > width + 80) continue;
          const plant = seedling(x, y, 104 / depth, row * 91 + layer * 7 + Math.round(depth * 50));
          one += plant.light;
          two += plant.shade;
        }
        const haze = Math.min(0.6, depth / 20);
        return fill(mix(shade, '#B9C79B', haze), two) + fill(mix(light, '#CBD3A6', haze), one);
      })
      .join('');
  const stand = 690;
  const scale = 4.6;
  const boom = (side: number): string => {
    const x = (part: number): number => 800 + side * (72 * scale * 0.96 + part * 500);
    const y = stand - (128 - 87) * scale;
    const braces = Array.from(
      { length: 8 },
      (_, index) => `L${num(x(index / 8), 0)} ${num(index % 2 ? y : y - 24, 0)}`,
    ).join('');
    return (
      stroke(
        '#0E331E',
        `M${num(x(0), 0)} ${num(y, 0)}H${num(x(1), 0)}M${num(x(0), 0)} ${num(y - 26, 0)}L${num(x(1), 0)} ${num(y - 12, 0)}`,
        7,
      ) + stroke('#0E331E', `M${num(x(0), 0)} ${num(y - 24, 0)}${braces}`, 4)
    );
  };
  const spray = Array.from({ length: 23 }, (_, index) => {
    const x = 30 + index * 70;
    return Math.abs(x - 800) < 110 ? '' : `M${x} ${stand - 176}l-34 168h68z`;
  }).join('');
  return {
    width,
    height,
    name: 'Spraying young corn',
    parts: [
      sky(width, 560, ['#8FB9B4', '#B3CEC2', '#D5DFC9', '#F0E7C4'], { count: 9, seed: 43 }),
      heap(280, 380, 600, 150, 23, CLOUD),
      heap(1260, 330, 520, 110, 24, CLOUD),
      trees(-10, 700, 508, 50, 15, '#7FA271', '#9DB58C'),
      trees(960, 1640, 508, 44, 16, '#7FA271', '#9DB58C'),
      elevator(1190, 508, 0.62, veiled('#CFDCC0', 0.42)),
      fill('#8C7442', `M0 500H${width}V${height}H0z`),
      fill('#7A5F33', `M0 590H${width}V${height}H0z`),
      fill('#6B5029', `M0 740H${width}V${height}H0z`),
      corn(3.1, 20, '#5E9A6A', '#2E6A46'),
      fill('#DCE6D8', spray, ' opacity=".5"'),
      boom(-1),
      boom(1),
      fill('#3E2911', oval(830, stand - 2, 190, 14)),
      lit(DAY, place(800 - 72 * scale, stand - 128 * scale, scale, sprayer())),
      corn(0.7, 3.1, '#6FAA74', '#2A6B42'),
    ],
  };
}

export function nurseTanks(): Scene {
  const [width, height] = [1600, 1067];
  const line = Array.from({ length: 9 }, (_, index) => {
    const depth = 1 + (8 - index) * 0.42;
    return {
      x: 1010 - 1180 * (1 - 1 / depth),
      y: 520 + 440 / depth,
      scale: 3.25 / depth,
      haze: Math.min(0.4, (depth - 1) * 0.11),
    };
  });
  return {
    width,
    height,
    name: 'Nurse tanks, ready in March',
    parts: [
      sky(width, 600, ['#B7C6C4', '#CCD5CC', '#E2E2D2', '#F4E6C2'], { count: 9, seed: 53 }),
      streaks('#FBFAF4', [
        [200, 150, 560, 22],
        [360, 186, 420, 14],
        [980, 250, 520, 20],
        [1100, 282, 300, 10],
        [40, 340, 360, 14],
      ]),
      sun(220, 450, 56, '#FFF6DA', '#FAE6B4', 3),
      elevator(1090, 560, 1.05, veiled('#DCDCC6', 0.36)),
      swell(width, 560, 18, height, '#B9AF86', 17),
      bareTree(120, 580, 230, 3, '#7B7A66'),
      bareTree(250, 576, 170, 5, '#8F8C76'),
      bareTree(880, 570, 120, 7, '#9A967F'),
      fill('#8A7A50', `M0 590Q800 566 1600 592V${height}H0z`),
      fill('#C7C0AA', `M-20 640Q460 560 1700 612V${height}H-20z`),
      fill('#B7AF96', `M-20 760Q700 640 1700 700V${height}H-20z`),
      fill('#D5CFBD', `M0 960Q400 880 900 960T1600 930V${height}H0z`),
      // Meltwater.
      fill('#AEBFBE', 'M90 920q180-34 400 0 60 24-60 40-230 22-340-10-60-16 0-30z'),
      fill('#E6E6D6', 'M150 926q120-20 250-6 30 8-20 14-160 8-230-8z'),
      ...line.map(({ x, y, scale, haze }) =>
        place(x, y, scale, fill('#8F8A74', oval(110, 0, 150, 9)) + lit(veiled('#DCDCC6', haze), nurseTank())),
      ),
      person({
        x: 640,
        y: 1000,
        scale: 2.9,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#17492C',
        bib: '#17492C',
        looks: 1,
        cap: '#0E331E',
        arms: [
          [-15, -62, -10, -48],
          [20, -64, 34, -70],
        ],
        legs: [
          [-9, -24, -14, -2],
          [8, -24, 9, -2],
        ],
      }),
      fill('#FBFAF4', 'M736 780l24 6-6 42-24-6z'),
      tufts({ left: 0, right: width, top: 1000, bottom: 1090 }, 320, 3, '#8A7A50', [10, 44], 0.6),
    ],
  };
}

function barn(): string {
  const boards = Array.from({ length: 19 }, (_, index) => `M${index * 20} -200V0`).join('');
  return [
    fill('#9A4526', 'M0 0V-210L50-310 180-370 310-310 360-210V0z'),
    fill('#B5583A', 'M0 0V-210L50-310 180-370V0z'),
    stroke('#6B2C18', boards, 1.6, ' opacity=".6"'),
    fill('#6B2C18', 'M360-210L600-200V-4L360 0z'),
    fill('#3A4136', 'M314-312L548-298 608-194 366-202z'),
    fill('#5F665A', 'M180-374L432-352 548-298 314-312z'),
    fill('#0E331E', 'M-10-206L46-314 180-378 314-314 370-206l-8 4L308-306 180-364 52-306-2-202z'),
    fill('#3A1D10', rect(110, -150, 140, 150)),
    fill('#6B2C18', 'M110-150h66V0h-66z'),
    stroke('#FBFAF4', 'M110-150h140V0M110 0V-150M113-147L176-3M173-147L113-3M176-150V0', 6),
    fill('#3A1D10', rect(152, -290, 56, 62)),
    stroke('#FBFAF4', 'M152-290h56v62h-56zM180-290v62', 5),
    fill('#3A1D10', rect(30, -120, 44, 40) + rect(290, -120, 44, 40)),
    stroke('#FBFAF4', 'M30-120h44v40H30zM52-120v40M290-120h44v40h-44zM312-120v40', 4),
  ].join('');
}

/** An oak that shades half the yard. */
function oak(x: number, y: number, scale: number): string {
  const random = dice(77);
  const puff = (dx: number, dy: number, grow: number, count: number, spread = 1): string =>
    Array.from({ length: count }, () => {
      const turn = random() * Math.PI * 2;
      const away = Math.sqrt(random());
      return disc(
        Math.cos(turn) * away * 190 * spread + dx,
        -330 + Math.sin(turn) * away * 120 * spread + dy,
        (46 + random() * 30) * grow,
      );
    }).join('');
  return place(
    x,
    y,
    scale,
    fill('#4A3216', 'M-26 0q14-60 6-150l-60-80 14-8 58 64 10-90h16l4 96 64-80 14 10-60 92q-8 80 12 146z') +
      fill('#6B4A22', 'M-26 0q14-60 6-150l6-8q14 80 2 158z') +
      fill('#17492C', puff(12, 16, 0.95, 60)) +
      fill('#245A3A', puff(-6, -8, 0.8, 46)) +
      fill('#2E6A46', puff(-44, -38, 0.56, 44, 0.8)) +
      fill('#5E9A6A', puff(-92, -74, 0.34, 30, 0.5)),
  );
}

export function fuelDelivery(): Scene {
  const [width, height] = [1600, 1200];
  const ground = 900;
  return {
    width,
    height,
    name: 'Diesel before noon',
    parts: [
      sky(width, 700, ['#9FC3BE', '#BDD5CA', '#DCE5D2', '#F3EBCF'], { count: 10, seed: 63 }),
      heap(1040, 420, 800, 230, 33, CLOUD),
      heap(620, 200, 380, 80, 34, CLOUD),
      trees(0, 1640, 700, 70, 25, '#93B184', '#AFC596'),
      swell(width, 700, 16, height, '#7FA271', 27),
      // Silo, barn, house behind.
      fill('#D5CFBD', 'M1010 720V330q0-50 60-54 60 4 60 54v390z'),
      fill('#F0ECDF', 'M1010 720V330q0-40 30-50v440z'),
      fill('#474D44', 'M1006 334q4-66 64-70 60 4 64 70z'),
      fill('#747A6D', 'M1006 334q4-60 54-69-20 30-20 69z'),
      stroke(
        '#B9B29C',
        Array.from({ length: 12 }, (_, index) => `M1010 ${370 + index * 30}h120`).join(''),
        2.5,
      ),
      place(410, 740, 1.16, barn()),
      fill('#D9CFAE', `M0 770Q500 726 1000 742T1600 750V${height}H0z`),
      fill('#C9BD98', `M0 850Q700 800 1600 846V${height}H0z`),
      tufts({ left: 0, right: width, top: 722, bottom: 748 }, 420, 7, '#5E9A6A', [8, 14], 0.4),
      oak(150, 850, 1.35),
      fill('#A99C74', oval(330, 870, 420, 34)),
      // The farm's own tank on its stand.
      stroke('#474D44', 'M1290 880V690M1450 880V690M1290 800l160 80M1450 800l-160 80', 10),
      fill('#F0ECDF', 'M1270 590h200a44 44 0 0 1 0 104h-200a44 44 0 0 1 0-104z'),
      fill('#FFFFFF', 'M1270 590h200q18 0 30 14-120 24-262 8 12-22 32-22z'),
      fill('#D5CFBD', 'M1230 660q140 20 280-4-10 38-40 38h-200q-32 0-40-34z'),
      fill('#17492C', 'M1226 628q144 12 288 0v22q-144 12-288 0z'),
      fill('#474D44', rect(1356, 574, 30, 18)),
      // Truck.
      fill('#8F8460', oval(790, ground + 4, 480, 24)),
      lit(DAY, place(390, ground, 3.25, fuelTruck())),
      round('#191E19', `M1120 ${ground - 100}q60 170 150 90 20-90 60-170 14-40 30-72`, 10),
      fill('#8F8460', oval(1190, 958, 90, 10) + oval(640, 1010, 100, 11) + oval(480, 1016, 80, 9)),
      person({
        x: 1320,
        y: 930,
        scale: 2.9,
        shirt: '#2E6A46',
        shade: '#17492C',
        trousers: '#3A4136',
        looks: 1,
        cap: '#E3AC2F',
        arms: [
          [-16, -66, 2, -78],
          [22, -78, 26, -96],
        ],
      }),
      person({
        x: 250,
        y: 1010,
        scale: 3,
        shirt: '#98190F',
        shade: '#6B1009',
        trousers: '#41566B',
        bib: '#41566B',
        looks: 1,
        cap: '#D5CFBD',
        arms: [
          [-18, -64, -6, -52],
          [16, -60, 20, -72],
        ],
      }),
      dog(400, 1030, 2.7, '#2B2A26', '#F0ECDF', '#191E19'),
      hen(720, 1050, 3.4, '#9A4526', '#6B2C18'),
      hen(860, 1090, 3.6, '#F0ECDF', '#D5CFBD'),
      hen(960, 1030, 3, '#6B4A22', '#4A3216'),
      tufts({ left: 0, right: width, top: 1060, bottom: 1200 }, 200, 9, '#A99C74', [5, 16], 1.6),
      tufts({ left: 0, right: width, top: 1150, bottom: 1220 }, 420, 19, '#2E6A46', [30, 80], 0.5),
      fill('#2E6A46', 'M0 1184Q400 1168 800 1186T1600 1178V1200H0z'),
    ],
  };
}
