import { disc, oval, rect } from '../shapes.ts';
import { swell, trees, tufts } from './land.ts';
import { fuelTruck } from './machinery.ts';
import { DAY, dice, fill, lit, place, round, type Scene, stroke } from './paint.ts';
import { dog, hen, person } from './people.ts';
import { CLOUD, heap, sky } from './sky.ts';

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
      // The farm's fuel tank on its stand.
      stroke('#474D44', 'M1290 880V690M1450 880V690M1290 800l160 80M1450 800l-160 80', 10),
      fill('#F0ECDF', 'M1270 590h200a44 44 0 0 1 0 104h-200a44 44 0 0 1 0-104z'),
      fill('#FFFFFF', 'M1270 590h200q18 0 30 14-120 24-262 8 12-22 32-22z'),
      fill('#D5CFBD', 'M1230 660q140 20 280-4-10 38-40 38h-200q-32 0-40-34z'),
      fill('#17492C', 'M1226 628q144 12 288 0v22q-144 12-288 0z'),
      fill('#474D44', rect(1356, 574, 30, 18)),
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
