import { loadFont, wordPath } from '../lettering.ts';
import { disc, rect } from '../shapes.ts';
import { elevator } from './home-elevator.ts';
import { trees } from './land.ts';
import { fill, place, type Scene, stroke, veiled } from './paint.ts';
import { dog, person } from './people.ts';
import { heap } from './sky.ts';

const SLAB = loadFont('@fontsource/besley/files/besley-latin-700-normal.woff');

const word = (
  text: string,
  x: number,
  y: number,
  cap: number,
  color: string,
  anchor: 'start' | 'middle' = 'start',
): string => fill(color, wordPath(SLAB, text, { x, y, cap, spacing: cap * 0.06, anchor, decimals: 1 }));

export function theCounter(): Scene {
  const [width, height] = [1600, 1067];
  const boards = Array.from({ length: 11 }, (_, index) => `M0 ${60 + index * 64}H1600`).join('');
  const capShelf = Array.from({ length: 7 }, (_, index) =>
    place(
      1120 + index * 64,
      196,
      3.1,
      fill(
        ['#17492C', '#E3AC2F', '#98190F', '#2E6A46', '#FBFAF4', '#17492C', '#B57F1C'][index] ?? '#17492C',
        'M-9 0q0-10 9-10t9 10zM-10-1q-6 1-7 3h14z',
      ),
    ),
  );
  const bid = (name: string, price: string, y: number): string =>
    word(name, 124, y, 24, '#F0ECDF') +
    word(price, 388, y, 24, '#F2CD72') +
    stroke('#5E7566', `M124 ${y + 16}H492`, 2);
  return {
    width,
    height,
    name: 'The crew at the counter',
    parts: [
      fill('#F0E6CC', `M0 0H${width}V${height}H0z`),
      fill('#F7EFDA', 'M0 0H900L520 760H0z'),
      stroke('#E2D6B6', boards, 3),
      fill('#C9BD98', 'M0 0H1600V26H0z'),
      // Chalkboard with the day's bids.
      fill('#6B4A22', rect(84, 96, 450, 330)),
      fill('#8A6433', rect(84, 96, 450, 10)),
      fill('#1F3A2B', rect(98, 110, 422, 302)),
      word('TODAY', 309, 172, 30, '#FBFAF4', 'middle'),
      stroke('#F2CD72', 'M124 192H492', 3),
      bid('Corn', '4.12', 250),
      bid('Beans', '10.47', 312),
      bid('Wheat', '5.70', 374),
      // Window facing the yard.
      fill('#6B4A22', rect(606, 84, 424, 366)),
      `<clipPath id="pane"><path d="M624 102h388v330H624z"/></clipPath><g clip-path="url(#pane)">`,
      fill('#BFD8D0', rect(624, 102, 388, 330)),
      fill('#DCE7D6', rect(624, 250, 388, 180)),
      heap(720, 260, 260, 70, 61, ['#FFFFFF', '#F4F1E4', '#DCE0D3']),
      trees(620, 1020, 388, 34, 3, '#9DB58C'),
      elevator(630, 392, 0.92, veiled('#DCE7D6', 0.12)),
      fill('#D5CFBD', rect(624, 390, 388, 60)),
      '</g>',
      stroke('#FBFAF4', 'M818 102v330M624 267h388', 10),
      fill('#8A6433', 'M592 450h452v22H592z'),
      fill('#FFF7DC', 'M624 472L300 760H720L1012 472z', ' opacity=".5"'),
      // Caps for sale, a calendar, the coffee.
      fill('#8A6433', 'M1090 196h470v14h-470z'),
      fill('#6B4A22', 'M1110 210h10v24h-10zM1530 210h10v24h-10z'),
      ...capShelf,
      fill('#FBFAF4', rect(1130, 280, 150, 190)),
      fill('#17492C', rect(1130, 280, 150, 60)),
      stroke('#B9B29C', 'M1144 366h122M1144 392h122M1144 418h122M1144 444h122', 4),
      fill('#98190F', disc(1224, 418, 9)),
      fill('#474D44', 'M1380 560V440h120v26h-30v94z'),
      fill('#747A6D', 'M1380 440h30v120h-30z'),
      fill('#3A1D10', 'M1420 480h46l8 60h-62z'),
      fill('#8A6433', 'M1340 560h260v18h-260z'),
      person({
        x: 520,
        y: 1010,
        scale: 5.4,
        shirt: '#2E6A46',
        shade: '#17492C',
        trousers: '#191E19',
        looks: 1,
        hair: '#6B3A1E',
        seated: true,
        skin: '#D9A57F',
        arms: [
          [-17, -60, -6, -56],
          [19, -60, 34, -58],
        ],
      }),
      person({
        x: 800,
        y: 1000,
        scale: 5.7,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#191E19',
        looks: 0,
        cap: '#17492C',
        seated: true,
        skin: '#9C6B45',
        arms: [
          [-20, -58, -8, -56],
          [20, -58, 12, -54],
        ],
      }),
      person({
        x: 240,
        y: 1020,
        scale: 5.2,
        shirt: '#5E7F92',
        shade: '#41566B',
        trousers: '#191E19',
        looks: 1,
        cap: '#E3AC2F',
        seated: true,
        arms: [
          [-18, -64, -14, -52],
          [18, -62, 28, -66],
        ],
      }),
      fill('#FBFAF4', 'M380 640l50-12 10 48-50 12z'),
      fill('#6B4A22', 'M0 744H1600V1067H0z'),
      fill('#7E5A2C', 'M0 744H560L420 1067H0z'),
      stroke(
        '#4A3216',
        Array.from({ length: 13 }, (_, index) => `M${index * 130 - 10} 790V1067`).join(''),
        5,
      ),
      fill('#C9952F', 'M0 716H1600V748H0z'),
      fill('#F2CD72', 'M0 716H1600V724H0z'),
      fill('#3E2911', 'M0 748H1600V764H0z'),
      fill('#FBFAF4', 'M930 716l14-76h120l-8 76z'),
      stroke('#B9B29C', 'M952 662h92M948 680h92M946 698h70', 4),
      fill('#17492C', 'M944 640h120l-2 14H942z'),
      fill('#98190F', 'M84 716v-56h62v56z'),
      stroke('#98190F', 'M146 672q26 0 24 18t-26 16', 8),
      fill('#6B1009', 'M124 660h22v56h-22z'),
      person({
        x: 1230,
        y: 1240,
        scale: 7,
        shirt: '#98190F',
        shade: '#6B1009',
        trousers: '#41566B',
        bib: '#41566B',
        looks: -1,
        cap: '#D5CFBD',
        arms: [
          [-20, -66, -34, -72],
          [18, -58, 16, -44],
        ],
      }),
      fill('#FBFAF4', 'M968 728l54-24 16 34-54 24z'),
      dog(1480, 1062, 4.8, '#D9B98A', '#F7EFDA', '#B58A52'),
    ],
  };
}
