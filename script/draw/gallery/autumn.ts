/** Harvest: the field at dusk, the truck on the scale, the elevator in the fog. */
import { num } from '../numbers.ts';
import { tractor } from '../machines.ts';
import { disc, oval, rect } from '../shapes.ts';
import { concrete, crib, steelBins } from '../skyline.ts';
import { birds, cornWall, rows, sky, streaks, sun, swell, trees, tufts } from './land.ts';
import { combine, grainCart, pickup, semi } from './machinery.ts';
import { dice, DAY, fill, lit, mirrored, place, round, stroke, veiled, type Scene } from './paint.ts';
import { dog, person } from './people.ts';

/** The home elevator far off or near: its ground line at `y`, the left edge of its bins at `x`. */
export function elevator(x: number, y: number, scale: number, roles: Record<string, string>): string {
  return lit(roles, place(x - 360 * scale, y - 156 * scale, scale, steelBins() + crib() + concrete()));
}

/** Dust as the light catches it: three flat veils, each wider and thinner than the last. */
export function dust(
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
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
      return fill(colour, puffs.join(''), ` opacity="${num(0.16 + layer * 0.09)}"`);
    })
    .join('');
}

export function harvestAtDusk(): Scene {
  const [width, height] = [1600, 1200];
  const evening = veiled('#8A4B1C', 0.14);
  const ground = 900;
  return {
    width,
    height,
    name: 'Harvest at dusk',
    parts: [
      sky(width, 700, ['#24483F', '#4E7360', '#9FA873', '#E2BF63', '#F0B648', '#E79A3A'], {
        count: 13,
        seed: 4,
      }),
      sun(430, 560, 104, '#FFF2C4', '#FBD98A', 4),
      streaks('#7E8C62', [
        [760, 150, 520, 16],
        [900, 176, 380, 10],
        [120, 110, 360, 12],
      ]),
      streaks('#F6CF74', [
        [560, 330, 560, 16],
        [90, 390, 300, 10],
        [1020, 420, 460, 12],
        [240, 486, 520, 10],
      ]),
      birds('#24483F', [
        [930, 236, 15],
        [962, 252, 14],
        [994, 268, 14],
        [1026, 286, 13],
        [966, 214, 13],
        [1000, 196, 13],
        [1034, 180, 12],
      ]),
      elevator(1150, 622, 0.86, veiled('#C98F3E', 0.5)),
      trees(0, 360, 636, 46, 8, '#8C7A3C', '#B08F42'),
      trees(820, 1140, 636, 40, 9, '#8C7A3C'),
      swell(width, 640, 22, height, '#A9772E', 3),
      trees(-20, 260, 690, 70, 18, '#5E5A2C', '#8C7A3C'),
      fill('#B98A34', `M0 690Q500 664 900 684T1600 676V${height}H0z`),
      rows({ vanish: 430, horizon: 640, bottom: 1200, width }, 150, 0.42, '#9A6D25', 0.2),
      fill('#C99A3E', `M0 756Q600 726 1600 762V${height}H0z`),
      rows({ vanish: 430, horizon: 590, bottom: 1210, width }, 190, 0.36, '#A87628'),
      tufts({ left: 0, right: width, top: 770, bottom: 1180 }, 1150, 5, '#F0CC72', [8, 34], 0.3),
      tufts({ left: 0, right: width, top: 770, bottom: 1190 }, 800, 6, '#6B4A22', [7, 30], 0.3),
      // Cart and tractor wait on the far side of the spout.
      fill('#7A5420', oval(1180, ground - 14, 360, 11)),
      lit(evening, mirrored(1466, ground - 20 - 248, 2, tractor())),
      lit(evening, mirrored(1200, ground - 16, 2.3, grainCart())),
      round('#F6D687', 'M934 566Q946 620 950 690', 13),
      round('#E3AC2F', 'M938 570Q950 626 953 690', 6),
      fill('#7A5420', oval(700, ground + 4, 470, 13)),
      cornWall(-60, 330, ground + 4, 330, 21, ['#8A6A2A', '#B98F3A', '#D9B65A']),
      cornWall(-40, 260, ground + 60, 380, 22, ['#5E4A20', '#8A6E2E', '#B98F3A']),
      lit(evening, place(246, ground, 2.2, combine())),
      dust(850, ground + 6, 560, 120, '#F8DDA0', 12),
      tufts({ left: 200, right: 1100, top: 902, bottom: 960 }, 240, 8, '#F0CC72', [14, 24], 0.3),
      // What the head left standing, close to us.
      cornWall(-120, 190, 1240, 620, 31, ['#3B2E18', '#57431F', '#7A5E28'], 0.1),
      tufts({ left: 120, right: width, top: 1120, bottom: 1230 }, 260, 41, '#4A3216', [40, 90], 0.35),
    ],
  };
}

function scaleHouseNear(): string {
  const boards = Array.from({ length: 15 }, (_, index) => `M0 ${-260 + index * 17}h300`).join('');
  return [
    fill('#F0ECDF', rect(0, -260, 300, 260)),
    fill('#D5CFBD', rect(236, -260, 64, 260)),
    stroke('#B9B29C', boards, 2),
    fill('#17492C', 'M-26-250L34-340h232l60 90z'),
    fill('#2E6A46', 'M-26-250L34-340h56l-46 90z'),
    fill('#0E331E', 'M-26-252h352v10H-26z'),
    fill('#0E331E', rect(220, -390, 26, 60)),
    // Door and the window where tickets change hands.
    fill('#17492C', rect(24, -190, 84, 190)),
    fill('#2E6A46', rect(24, -190, 26, 190)),
    fill('#0E331E', rect(94, -100, 8, 16)),
    fill('#0E331E', rect(132, -202, 138, 102)),
    fill('#F2CD72', rect(139, -195, 124, 88)),
    fill('#E3AC2F', 'M139-150l60-45h64l-124 88z'),
    person({
      x: 206,
      y: -34,
      scale: 1.35,
      shirt: '#2E6A46',
      shade: '#17492C',
      trousers: '#191E19',
      looks: 1,
      hair: '#B9B29C',
      seated: true,
      arms: [
        [-13, -60, -6, -56],
        [18, -62, 34, -66],
      ],
    }),
    fill('#0E331E', 'M199-195h6v88h-6zM132-108h138v10H132z'),
    fill('#FBFAF4', rect(128, -98, 146, 8)),
  ].join('');
}

export function onTheScale(): Scene {
  const [width, height] = [1600, 1067];
  return {
    width,
    height,
    name: 'First load of the morning',
    parts: [
      sky(width, 720, ['#BFD3C6', '#D9E0CB', '#F0E9CB', '#F8E3A8'], { count: 10, seed: 14 }),
      sun(130, 520, 70, '#FFF6D8', '#FBE7AE', 3),
      streaks('#FBFAF4', [
        [420, 120, 420, 16],
        [520, 146, 260, 10],
        [1060, 200, 380, 14],
        [60, 250, 260, 10],
      ]),
      trees(0, 520, 700, 54, 5, '#B5BE96', '#CBCDA0'),
      trees(1300, 1640, 700, 60, 6, '#A8B58D', '#C0C598'),
      lit(veiled('#E9E2BC', 0.34), place(330 - 360 * 2.5, 716 - 156 * 2.5, 2.5, steelBins())),
      lit(veiled('#E9E2BC', 0.14), place(660 - 592 * 4.1, 740 - 156 * 4.1, 4.1, concrete())),
      birds('#17492C', [
        [610, 150, 13],
        [646, 136, 12],
        [690, 160, 13],
        [726, 126, 11],
        [570, 180, 12],
      ]),
      fill('#D5CFBD', `M0 704Q800 690 1600 706V${height}H0z`),
      fill('#C7C0AA', `M0 760Q700 742 1600 770V${height}H0z`),
      fill('#8F8A74', 'M250 886h1180l40 34H210z'),
      // The deck of the scale, its rail, and the truck's long shadow.
      fill('#747A6D', 'M120 880H1460l60 40H70z'),
      fill('#474D44', 'M70 920h1450v16H70z'),
      stroke('#8F968A', 'M360 880l-26 40M640 880l-12 40M920 880l6 40M1200 880l22 40', 3),
      fill('#474D44', 'M420 892H1460l50 22H520z'),
      place(40, 850, 1.12, scaleHouseNear()),
      lit(DAY, place(452, 898, 2.42, semi())),
      // The signal says wait.
      stroke('#0E331E', 'M404 896V640', 9),
      fill('#0E331E', rect(386, 566, 36, 82)),
      fill('#98190F', disc(404, 588, 13)),
      fill('#3A4136', disc(404, 626, 13)),
      fill('#8F8A74', oval(390, 990, 110, 9) + oval(250, 996, 70, 7)),
      person({
        x: 330,
        y: 990,
        scale: 2.3,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#474D44',
        looks: 1,
        cap: '#17492C',
        arms: [
          [-15, -62, -10, -50],
          [20, -66, 32, -80],
        ],
      }),
      fill('#FBFAF4', 'M398 800l26-8 8 28-26 8z'),
      dog(216, 998, 2.5, '#8A5A2A', '#F0ECDF', '#5B3A1A'),
      tufts({ left: 0, right: width, top: 985, bottom: 1067 }, 380, 3, '#A39C82', [4, 12], 1.4),
      tufts({ left: 0, right: width, top: 1010, bottom: 1080 }, 240, 4, '#5E9A6A', [14, 40], 0.4),
    ],
  };
}

/** A bank of fog, flat below and rolling on top. */
function fog(width: number, y: number, thick: number, colour: string, seed: number, opacity: number): string {
  const random = dice(seed);
  let bank = `M-40 ${y + thick}V${y + thick * 0.4}H${width + 40}V${y + thick}z`;
  for (let x = -80; x < width + 80; x += width / 9) {
    const [rx, ry] = [width * (0.1 + 0.06 * random()), thick * (0.28 + 0.24 * random())];
    bank += `M${num(x + rx, 0)} ${num(y + thick * 0.42, 0)}a${num(rx, 0)} ${num(ry, 0)} 0 1 1 ${num(-2 * rx, 0)} 0a${num(rx, 0)} ${num(ry, 0)} 0 1 1 ${num(2 * rx, 0)} 0z`;
    bank += `M${num(x + rx, 0)} ${y + thick}a${num(rx, 0)} ${num(ry * 0.5, 0)} 0 1 1 ${num(-2 * rx, 0)} 0a${num(rx, 0)} ${num(ry * 0.5, 0)} 0 1 1 ${num(2 * rx, 0)} 0z`;
  }
  return fill(colour, bank, ` opacity="${num(opacity)}"`);
}

export function elevatorInFog(): Scene {
  const [width, height] = [1200, 1500];
  const mist = '#DDE0D2';
  return {
    width,
    height,
    name: 'Fog at six in the morning',
    parts: [
      sky(width, 1240, ['#AEBDB0', '#C6CFBF', '#DFDFCB', '#F2E6C4', '#F3DFB2'], {
        count: 10,
        seed: 24,
        wave: 16,
      }),
      '<g transform="translate(0 -130)">',
      sun(250, 690, 84, '#FFF4D2', '#F8E6B6', 3),
      lit(veiled(mist, 0.6), place(70 - 360 * 2.9, 1210 - 156 * 2.9, 2.9, steelBins())),
      lit(veiled(mist, 0.4), place(400 - 592 * 5.2, 1240 - 156 * 5.2, 5.2, concrete())),
      fog(width, 985, 150, '#EDEBDA', 2, 0.55),
      fog(width, 1065, 150, '#F0EDDC', 3, 0.75),
      lit(veiled(mist, 0.22), place(-20 - 484 * 3.6, 1290 - 156 * 3.6, 3.6, crib())),
      trees(1010, 1260, 1290, 150, 8, '#8FA08A', '#A3B199'),
      fog(width, 1150, 130, '#F3F0E1', 5, 0.8),
      fog(width, 1225, 90, '#EFECDC', 6, 0.92),
      fill('#B8BBA6', 'M0 1290Q600 1270 1200 1292V1700H0z'),
      tufts({ left: 0, right: 1200, top: 1300, bottom: 1380 }, 700, 3, '#7F927A', [6, 16], 0.4),
      // The road to the scale, and a pickup that comes in on its lamps.
      fill('#C9C6AE', 'M0 1388Q600 1366 1200 1384V1490Q600 1476 0 1500z'),
      fill('#A9A78E', 'M0 1478Q600 1456 1200 1470V1490Q600 1476 0 1500z'),
      stroke('#DAD7C2', 'M0 1420Q600 1400 1200 1414M0 1452Q600 1432 1200 1444', 4),
      fill('#FFF4D2', 'M517 1358L-20 1266V1482L517 1380z', ' opacity=".3"'),
      fill('#FFF4D2', 'M517 1360L-20 1312V1440L517 1378z', ' opacity=".45"'),
      fill('#7F826E', oval(690, 1446, 190, 9)),
      lit(veiled(mist, 0.06), place(508, 1444, 2.3, pickup())),
      fill('#FFF4D2', disc(517, 1368, 32), ' opacity=".35"'),
      fill('#FFF8E0', disc(517, 1368, 12)),
      fill('#9AA588', 'M0 1520Q500 1490 1200 1512V1700H0z'),
      // The near pole with its wires, where the blackbirds sit.
      stroke('#2A3A2E', 'M1060 1700V330', 22),
      stroke('#2A3A2E', 'M930 420h250M960 500h200', 13),
      stroke('#2A3A2E', 'M1060 500l-60-76M1060 500l60-76', 6),
      stroke('#2A3A2E', 'M945 410Q520 560-20 470M1165 410Q1180 416 1210 420M970 490Q520 640-20 560', 4),
      ...[
        [640, 497],
        [668, 494],
        [742, 480],
        [300, 515],
        [322, 513],
        [420, 612],
      ].map(([x = 0, y = 0]) => fill('#1E2A21', `M${x} ${y}q-12-4-12-16 0-12 9-13 10 0 10 12l9 22z`)),
      tufts({ left: 0, right: 1200, top: 1520, bottom: 1690 }, 420, 9, '#3C5444', [40, 120], 0.5),
      '</g>',
    ],
  };
}
