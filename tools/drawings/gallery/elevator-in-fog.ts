import { num } from '../numbers.ts';
import { disc, oval } from '../shapes.ts';
import { concrete, crib, steelBins } from '../skyline.ts';
import { trees, tufts } from './land.ts';
import { pickup } from './machinery.ts';
import { dice, fill, lit, place, type Scene, stroke, veiled } from './paint.ts';
import { sky, sun } from './sky.ts';

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
      // The road to the scale, and a pickup with its headlights on.
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
      // The near pole and its wires.
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

function fog(width: number, y: number, thick: number, color: string, seed: number, opacity: number): string {
  const random = dice(seed);
  let bank = `M-40 ${y + thick}V${y + thick * 0.4}H${width + 40}V${y + thick}z`;
  for (let x = -80; x < width + 80; x += width / 9) {
    const [rx, ry] = [width * (0.1 + 0.06 * random()), thick * (0.28 + 0.24 * random())];
    bank += `M${num(x + rx, 0)} ${num(y + thick * 0.42, 0)}a${num(rx, 0)} ${num(ry, 0)} 0 1 1 ${num(-2 * rx, 0)} 0a${num(rx, 0)} ${num(ry, 0)} 0 1 1 ${num(2 * rx, 0)} 0z`;
    bank += `M${num(x + rx, 0)} ${y + thick}a${num(rx, 0)} ${num(ry * 0.5, 0)} 0 1 1 ${num(-2 * rx, 0)} 0a${num(rx, 0)} ${num(ry * 0.5, 0)} 0 1 1 ${num(2 * rx, 0)} 0z`;
  }
  return fill(color, bank, ` opacity="${num(opacity)}"`);
}
