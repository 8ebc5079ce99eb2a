/** The nine services as drawings in 144 by 144, shown at half that and more. */
import { num } from './numbers.ts';
import { sprayer, tractor } from './machines.ts';
import { grains } from './plants.ts';
import { at, disc, line, oval, path, rect } from './shapes.ts';
import { field, smallSvg, wheel } from './small.ts';

/** A crop duster in its turn over the field, the wing's trail behind it. */
function aerialApplication(): string[] {
  // Each trail leaves the wing's trailing edge at its own nozzle.
  const trail = [0, 1, 2, 3, 4, 5]
    .map((index) => {
      const [x, y] = [83 + index * 4, 76 + index * 4.6];
      return `M${num(x, 1)} ${num(y, 1)}q${27 - index * 2} ${num(2 + index * 0.6, 1)} ${num(57 - index * 4, 1)} ${num(33 - index * 3.4, 1)}`;
    })
    .join('');
  return [
    field(122, 138),
    line('T', trail, 2.6),
    // Far wing and tailplane.
    path('s', 'M62 57L44 34q-3-3 1-3h9l26 24z'),
    path('s', 'M118 46l-7-9h8l9 8z'),
    // Fuselage, belly in shade.
    path('g', 'M12 61q1-7 10-8l26-3q8-10 20-10 9 0 14 6l38 1 6 1v8L84 68q-30 7-58 4-13-2-14-11z'),
    path('s', 'M12 61q8 4 30 4 40 0 84-12v3L84 68q-30 7-58 4-13-2-14-11z'),
    // Fin.
    path('a', 'M112 50l9-24q1-2 4-2h5q2 0 1 3l-4 27z'),
    path('l', 'M112 50l9-24q1-2 4-2l-5 27z'),
    // The stripe, and the canopy.
    path('a', 'M16 57q40-3 102-7l8 0v2Q60 59 14 60z'),
    path('p', 'M50 50q7-8 17-8 8 0 12 6z'),
    line('K', 'M50 50q7-8 17-8 8 0 12 6M61 43l-1 6M71 42.500l1 6', 1.6),
    path('n', disc(66, 46, 2.4)),
    // Near wing with its boom.
    path('g', 'M44 66l32-1 26 31q2 4-3 4H85q-4 0-7-3z'),
    path('y', 'M44 66l9-.3 30 34.300q-3 0-5-3z'),
    line('K', 'M80 70L107 102', 2),
    // Gear, tail wheel, propeller.
    line('K', 'M40 70l-4 13M118 55l4 5', 2.4),
    path('x', disc(35, 86, 6.5) + disc(123, 62, 3)),
    path('q', disc(35, 86, 2.2)),
    path('k', 'M12 57q-5 0-6 4 1 4 6 4z'),
    path('t', oval(9, 61, 1.6, 23)),
    path('k', 'M8.200 61L7.400 39q1.600-3 3.200 0l-.8 22 .8 22q-1.600 3-3.200 0z'),
  ];
}

/** A floater that throws more where the map asks for more: the ground under it is drawn as its rates. */
function variableRate(): string[] {
  const rates = [10, 17, 26, 21, 13, 8];
  const bars = (from: number, to: number): string =>
    rates
      .slice(from, to)
      .map((rate, index) => rect(9 + (from + index) * 21, 137 - rate, 21, rate))
      .join('');
  const steps = rates.map((rate, index) => `${index ? 'V' : 'M9 '}${num(137 - rate)}h21`).join('');
  const thrown: [number, number][] = [];
  for (let index = 0; index < 26; index++) {
    const far = ((index * 11) % 26) / 26;
    thrown.push([120 + far * 22, 70 + far * (((index * 7) % 9) * 4 - 3)]);
  }
  return [
    path('d', rect(4, 103, 136, 35)),
    path('a', rect(4, 103, 136, 4)),
    path('m', bars(0, 3)),
    path('l', bars(3, 6)),
    line('G', steps, 2.4),
    grains('S', thrown, 2.8),
    // Spinner, boom arm, frame.
    path('q', 'M112 66h12l3 4h-15z'),
    path('d', 'M12 66h108v8H12z'),
    // The box with its load.
    path('j', 'M60 27q10-9 22-6 14-7 34 6z'),
    path('q', 'M92 27q8-6 13-5 6 1 11 5z'),
    path('a', 'M54 27h68l-14 39H66z'),
    path('l', 'M54 27h18l6 39H66z'),
    path('d', 'M112 27h10l-14 39h-8zM52 25h72v4H52z'),
    line('D', 'M88 29v37', 1.6),
    path('g', 'M57.600 37H118.400l-1.800 5H59.400z'),
    // Cab over the front tyre.
    path('a', 'M8 68V52l5-4 3-26h30l4 20v26z'),
    path('l', 'M8 68V52l5-4h8v20z'),
    path('p', 'M17 46l3-20h22l4 20z'),
    path('q', 'M33 46l1-20h8l4 20z'),
    path('n', disc(29, 35, 4)),
    path('a', 'M24 34q0-5.500 5-5.500t5 5z'),
    path('l', 'M23 46q0-7 6-7t6 7z'),
    path('d', 'M14 22q0-5 5-5h25q4 0 4 5z'),
    path('g', 'M24 17q0-5 6-5t6 5z'),
    path('k', rect(49, 20, 3.4, 26)),
    line('K', 'M6 56v12', 2),
    wheel(30, 83, 20, 0.5),
    wheel(88, 83, 20, 0.5),
  ];
}

function wholesaleChemical(): string[] {
  const cage: string[] = [];
  for (let x = 56; x <= 104; x += 8) cage.push(`M${x} 70v48`);
  return [
    path('t', 'M4 130h136v6H4z'),
    // The bulk tank.
    path('a', 'M8 130V38q0-10 26-12 26 2 26 12v92z'),
    path('l', 'M13 130V37q3-7 14-10l-1 103z'),
    path('d', 'M47 130V29q13 3 13 9v92z'),
    path('d', 'M27 26v-5h14v5q-7-1-14 0z'),
    line('D', 'M8 52q26 5 52 0M8 78q26 5 52 0M8 104q26 5 52 0', 1.4),
    path('g', 'M18 58q12 2 26 .5v14q-14 1.500-26-.5z'),
    path('d', 'M31 61q5 5 5 7.500a5 4 0 0 1-10 0q0-2.500 5-7.500z'),
    // The tote in its cage, on a pallet.
    path('i', 'M54 72q0-4 4-4h44q4 0 4 4v46H54z'),
    path('q', 'M92 68h10q4 0 4 4v46H92z'),
    path('m', 'M54 86h52v32H54z'),
    path('l', 'M92 86h14v32H92z'),
    path('a', 'M74 68v-4h12v4z'),
    line('K', cage.join('') + 'M53 70h54M53 82h54M53 94h54M53 106h54M53 118h54', 1.6),
    path('i', rect(62, 88, 22, 15)),
    line('K', 'M65 93h16M65 98h10', 1.6),
    path('s', 'M51 119h58v4H51zM51 128h58v3H51zM53 122h8v7h-8zM76 122h8v7h-8zM99 122h8v7h-8z'),
    path('k', 'M76 112h8v6h-8z'),
    // Two jugs.
    jug(114, 95),
    jug(96, 100),
  ];
}

/** A jug of two and a half gallons, its handle moulded in. */
function jug(x: number, y: number): string {
  return at(
    x,
    y,
    path('k', rect(5, -5, 9, 6)) +
      path('g', 'M5 0h9l2 4q10 2 10 9v20q0 3-3 3H3q-3 0-3-3V12q0-6 5-8z') +
      path('s', 'M14 0l2 4q10 2 10 9v20q0 3-3 3h-5V16q0-6-4-8z') +
      path('p', 'M14 5.500q7 1 8 8v4q-3-6-8-7z') +
      path('p', rect(3, 16, 14, 13)) +
      path('a', 'M3 16h14v4H3z'),
  );
}

/** A quarter section on a folded sheet, its fields in their colours, with the boundary walked. */
function fieldMapping(): string[] {
  return [
    // Three folds, each turned a little to the light.
    path('p', 'M8 42l42-14v86L8 128z'),
    path('q', 'M50 28l44 14v86l-44-14z'),
    path('p', 'M94 42l42-14v86l-42 14z'),
    path('l', 'M13 46l37-12.500v30L13 76zM94 47l18-6v34l-18 6z'),
    path('a', 'M50 33.500l20 6.400v30.300L50 63.500zM50 86l44 14v22l-44-14zM94 100l37-13v24.500L94 123z'),
    path('g', 'M70 39.900L94 47.500v30.300L70 70.200zM13 98l37-12.500V109l-37 13z'),
    path('m', 'M112 41l19-6.500v32L112 73zM13 81l37-12.500v12L13 93z'),
    path('l', 'M50 68.500l44 14v12L50 80.500zM94 86l37-13v9.500L94 96z'),
    // Contour rows in two of them.
    line('D', 'M54 44q8 0 12 4M54 51q8 0 12 4M54 58q8 0 12 4', 1.4),
    line('S', 'M18 101q14-9 28-10M18 108q14-9 28-10M18 115q14-9 28-10', 1.4),
    line('D', 'M98 108q14-8 29-10M98 115q14-8 29-10', 1.4),
    // The creek.
    line('P', 'M13 86q20-6 37-12t30 13 51-8', 3),
    line('K', 'M50 28v86M94 42v86', 1.2),
    line('K', 'M8 42l42-14 44 14 42-14v86l-42 14-44-14-42 14z', 2),
    // The corner stake.
    path('k', oval(72, 80, 5, 2)),
    line('K', 'M72 80V14', 2.4),
    path('r', 'M73 15h20v14H73z'),
    path('c', 'M86 15h7v14h-7z'),
  ];
}

/** A high-clearance sprayer head on, its booms out. */
function gpsApplication(): string[] {
  const nozzles: string[] = [];
  for (const x of [10, 26, 42, 102, 118, 134]) nozzles.push(`M${x} 91l-7 30h14z`);
  return [
    path('t', nozzles.join('')),
    field(122, 138),
    sprayer(),
    line('G', 'M63 13q9-8 18 0M58 8q14-12 28 0', 2),
  ];
}

const cross = (x: number, y: number): string => {
  // x from -1 to 1, y from 0 (far) to 1.
  const depth = 0.5 + 0.5 * y;
  return `${num(72 + x * 68 * depth, 1)} ${num(58 + 74 * y * (0.55 + 0.45 * y), 1)}`;
};

/** The field in its grid, a core to each cell, and the probe. */
function gridSampling(): string[] {
  const cell = (left: number, top: number): string =>
    `M${cross(left, top)}L${cross(left + 0.5, top)} ${cross(left + 0.5, top + 0.25)} ${cross(left, top + 0.25)}z`;
  const cells = (list: readonly (readonly [number, number])[]): string =>
    list.map(([x, y]) => cell(x, y)).join('');
  const lines = [0, 0.25, 0.5, 0.75, 1].map((y) => `M${cross(-1, y)}L${cross(1, y)}`);
  for (const x of [-1, -0.5, 0, 0.5, 1]) lines.push(`M${cross(x, 0)}L${cross(x, 1)}`);
  const flags = [-0.75, -0.25, 0.25, 0.75].flatMap((x) => [0.12, 0.37, 0.62].map((y) => [x, y] as const));
  const flag = ([x, y]: readonly [number, number]): string => {
    const [fx = 0, fy = 0] = cross(x, y).split(' ').map(Number);
    return `M${num(fx, 1)} ${num(fy, 1)}v-9h6l-2 2.500 2 2.500h-4.600v4z`;
  };
  return [
    path('a', `M${cross(-1, 0)}L${cross(1, 0)} ${cross(1, 1)} ${cross(-1, 1)}z`),
    path(
      'l',
      cells([
        [-1, 0],
        [-0.5, 0],
        [-1, 0.25],
        [0, 0.5],
        [-0.5, 0.75],
        [-1, 0.5],
      ]),
    ),
    path(
      'm',
      cells([
        [-1, 0.75],
        [0.5, 0],
        [-0.5, 0.5],
      ]),
    ),
    path(
      'd',
      cells([
        [0.5, 0.5],
        [0.5, 0.75],
        [0, 0.25],
      ]),
    ),
    line('P', lines.join(''), 1.3),
    path('g', flags.map(flag).join('')),
    // The probe, its core showing in the slot.
    path('d', oval(98, 118, 11, 4)),
    path('q', 'M93 36h10v80l-5 5-5-5z'),
    path('i', 'M93 36h3.500v82L93 116z'),
    path('n', 'M96.500 66h4v46h-4z'),
    path('s', 'M96.500 66h4v14h-4z'),
    line('K', 'M93 36v80l5 5 5-5V36M96.500 66h4v46h-4z', 1.3),
    path('a', 'M72 24q0-5 5-5h42q5 0 5 5v2q0 5-5 5h-16v7H93v-7H77q-5 0-5-5z'),
    path('l', 'M72 24q0-5 5-5h42q4 0 5 4z'),
    path('g', 'M72 24q0-5 5-5h6v12h-6q-5 0-5-5zM113 19h6q5 0 5 5v2q0 5-5 5h-6z'),
  ];
}

const tube = (x: number, fill: string, shade: string, level: number): string =>
  path('i', `M${x} 44h14v62a7 7 0 0 1-14 0z`) +
  path(fill, `M${x} ${level}h14V106a7 7 0 0 1-14 0z`) +
  path(shade, `M${x + 9} ${level}h5V106a7 7 0 0 1-5 6.600z`) +
  line('K', `M${x} 44v62a7 7 0 0 0 14 0V44`, 1.6) +
  path('k', rect(x - 2, 42, 18, 3));

/** A sample bag from the field, and what the laboratory makes of it. */
function soilTesting(): string[] {
  return [
    path('t', 'M4 130h136v6H4z'),
    // The paper bag, its top folded over.
    path('j', 'M8 130l3-74h42l4 74z'),
    path('i', 'M8 130l3-74h12l-3 74z'),
    path('q', 'M45 56h8l4 74H45z'),
    path('q', 'M10 56l1-12h42l1 12-2 4H12z'),
    path('i', 'M11 44h20l-1 12H10z'),
    line('K', 'M8 130l3-74 1-12h41l1 12 3 74zM10 56h44', 1.6),
    path('g', 'M9.500 64h43l.4 6H9.200z'),
    path('p', 'M15 77h34l1 42H13z'),
    line('K', 'M18 84h14M18 92h27M18 99h27M18 106h27M18 113h16', 1.6),
    path('a', 'M37 80h8v7h-8z'),
    // Spilled soil, at the foot.
    path('n', 'M38 130q3-8 10-9 4-6 10-1 8 1 11 10z'),
    path('s', 'M38 130q3-8 10-9 2-3 5-3-4 5-5 12z'),
    // The rack.
    path('a', rect(70, 62, 68, 8)),
    tube(75, 'm', 'l', 66),
    tube(97, 'g', 's', 78),
    tube(119, 'r', 'c', 88),
    path('a', 'M70 96h68v7H70zM70 62h5v68h-5zM133 62h5v68h-5z'),
    path('l', 'M70 96h40v2.500H70zM70 62h2v68h-2z'),
    path('d', 'M68 122h72v8H68zM136 62h2v60h-2z'),
  ];
}

/** The cart that farmers hitch to their own tractor: hopper, tandem wheels, spinner. */
function spreaderCart(): string[] {
  const thrown: [number, number][] = [];
  for (let index = 0; index < 26; index++) {
    const far = ((index * 11) % 26) / 26;
    thrown.push([126 + far * 16, 99 + far * (((index * 7) % 9) * 2.8 - 3)]);
  }
  return [
    field(124, 138),
    grains('S', thrown, 2.8),
    // Fertilizer heaped above the hopper.
    path('j', 'M36 46q10-9 22-8 14-9 28-1 14-3 24 9z'),
    path('q', 'M70 46q20-2 28-9 8 2 12 9z'),
    // Hopper.
    path('a', 'M24 46h98l-14 42H42z'),
    path('l', 'M24 46h26l6 42H42z'),
    path('d', 'M110 46h12l-14 42h-9z'),
    line('D', 'M62 46l3 42M84 46l-1 42', 1.6),
    path('g', 'M28.700 58H118l-2 6H30.700z'),
    path('d', 'M21 44h104v4H21z'),
    // Frame and tongue, jack and hitch.
    path('d', 'M40 88h84v6H40z'),
    line('D', 'M42 91L8 104H3', 4),
    line('K', 'M16 101v20M12 121h8', 2.4),
    path('k', disc(4, 104, 3)),
    // Spinner at the tail.
    path('d', 'M112 80l12 8v8h-10z'),
    path('q', oval(120, 101, 12, 3)),
    path('k', rect(118, 94, 4, 7)),
    wheel(58, 108, 18),
    wheel(93, 108, 18),
  ];
}

function greenStar(): string[] {
  return [
    field(124, 138),
    at(2, 4, tractor()),
    // The satellites' signal over the receiver.
    line('G', 'M54 16q8-8 16 0M49 10q13-12 26 0', 2),
  ];
}

/** By file name. */
export function serviceDrawings(): Record<string, string> {
  return {
    'aerial-application': smallSvg('A crop duster over a field', 144, aerialApplication()),
    'variable-rate-technology': smallSvg('A spreader that follows a rate map', 144, variableRate()),
    'wholesale-chemical': smallSvg('A tank, a tote and jugs', 144, wholesaleChemical()),
    'field-mapping': smallSvg('A map of fields', 144, fieldMapping()),
    'gps-guided-application': smallSvg('A sprayer with its booms out', 144, gpsApplication()),
    'grid-soil-sampling': smallSvg('A soil probe on a field in its grid', 144, gridSampling()),
    'soil-testing': smallSvg('A soil sample and test tubes', 144, soilTesting()),
    'spreader-cart-rental': smallSvg('A spreader cart', 144, spreaderCart()),
    'green-star-guidance': smallSvg('A tractor with a receiver on its roof', 144, greenStar()),
  };
}
