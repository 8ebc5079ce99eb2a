/** Machines of the scenes, heading left, their wheels at 0, in the color roles of the small drawings. */
import { at, disc, line, path } from '../shapes.ts';
import { wheel } from '../small.ts';

/** Draws a combine with its corn head, 330 wide, and its spout out to the right. */
export function combine(): string {
  const snouts: string[] = [];
  for (let x = 0; x < 60; x += 15) snouts.push(`M${x} -3l26-13h12v13z`);
  return [
    // Auger over the cart.
    path('l', 'M196-128l108-26 4 9-110 28z'),
    path('d', 'M196-121l110-26 2 3-110 28z'),
    path('d', 'M300-155l14-2 4 18-8 3z'),
    // Rear body, chopper.
    path('a', 'M118-104h144q12 0 16 12l14 44q2 8-6 8H118z'),
    path('d', 'M118-56h170l1 8q1 8-5 8H118z'),
    path('l', 'M118-104h144q6 0 10 3l-154 12z'),
    path('g', 'M150-84h116l3 9H150z'),
    line('D', 'M150-66h24v14h-24zM180-66h24v14h-24zM212-66h40', 2),
    path('k', 'M262-40h34l6 16h-22z'),
    // Grain tank, heaped.
    path('g', 'M150-134q20-14 40-10 20-6 44 8z'),
    path('s', 'M194-142q18-3 40 8h-20z'),
    path('a', 'M138-136h110l-8 32H138z'),
    path('l', 'M138-136h30l2 32h-32z'),
    path('d', 'M136-138h114v4H136z'),
    // Cab.
    path('p', 'M86-132h40v62H80z'),
    path('q', 'M110-132h16v62h-14z'),
    path('l', 'M98-70v-16q0-9 8-9t9 9v16z'),
    path('n', disc(106, -102, 5.6)),
    path('a', 'M98-103q1-7 8-7t7 7z'),
    line('K', 'M92-84l8-3', 2.4),
    line('D', 'M85-132l-6 64M126-132v64M110-132v62', 3),
    path('d', 'M78-138q0-6 6-6h42q6 0 6 6v4H78z'),
    path('l', 'M78-138q0-6 6-6h18l-4 10H78z'),
    path('g', 'M80-138h16q-1-7-8-7t-8 7z'),
    path('y', 'M77-134h8v5h-8z'),
    path('a', 'M76-70h54v26H84z'),
    path('l', 'M76-70h14l6 26H84z'),
    line('K', 'M128-70v42M140-70v42M128-60h12M128-50h12M128-40h12M128-30h12M128-70v-20h20', 2),
    // Feeder house and head.
    path('d', 'M96-46L56-20v14h18L120-30z'),
    path('a', 'M60-34h12v32H52z'),
    path('l', snouts.join('')),
    path('a', snouts.map((snout) => snout.replace('h12v13z', 'h12l-24 13z')).join('')),
    path('g', 'M0-3l10-5 4 5zM15-3l10-5 4 5zM30-3l10-5 4 5zM45-3l10-5 4 5z'),
    path('d', 'M20-3h56v4H20z'),
    wheel(116, -32, 32),
    wheel(252, -21, 21),
  ].join('');
}

/** Draws a grain cart with its tall tire, 150 wide, its tongue at 0. */
export function grainCart(): string {
  return [
    path('g', 'M34-92q22-16 46-9 24-8 58 9z'),
    path('s', 'M90-101q24-4 48 9h-30z'),
    path('a', 'M24-92h126l-22 50H54z'),
    path('l', 'M24-92h30l14 50H54z'),
    path('d', 'M138-92h12l-22 50h-8zM20-94h134v5H20z'),
    line('D', 'M72-92l6 50M102-92l2 50', 2),
    path('g', 'M29.500-80h115.200l-3.600 8H33z'),
    path('d', 'M44-42h92v9H44z'),
    line('D', 'M46-38L6-22H0', 5),
    line('K', 'M20-28v14', 3),
    path('l', 'M40-96l-18-42 7-3 22 45z'),
    path('d', 'M22-138l-16 8 2 6 18-8z'),
    wheel(92, -30, 30, 0.5),
  ].join('');
}

/** Draws a highway truck with a hopper trailer, 420 wide. */
export function semi(): string {
  const ribs: string[] = [];
  for (let x = 150; x < 410; x += 20) ribs.push(`M${x}-104v50`);
  return [
    // Trailer: two hoppers under a rolled tarp.
    path('a', 'M132-104h284v44l-52 4-22 26h-22l-24-26h-40l-24 26h-22l-26-26-52-4z'),
    path('l', 'M132-104h60v46l-8 2-52-4z'),
    path('d', 'M390-104h26v44l-30 2zM320-30l-24-26h10l22 26zM232-30l-26-26h10l24 26z'),
    path('g', 'M132-84h284v9H132z'),
    line('D', ribs.join(''), 1.4),
    path('q', 'M130-104q142-18 288 0v4H130z'),
    path('i', 'M130-104q70-9 140-9v6q-70 1-140 7z'),
    path('d', 'M100-40h322v6H100zM314-34h10v8h-10zM228-34h10v8h-10z'),
    line('K', 'M150-40v32M158-40v32', 2.4),
    // Tractor unit with its sleeper-less cab.
    path('d', 'M12-34h128v8H12z'),
    path('a', 'M6-30v-32q0-7 7-8l30-4 14-38q1-4 6-4h34v86z'),
    path('l', 'M6-54v-8q0-7 7-8l30-4 2-6 6 0-2 22z'),
    path('p', 'M50-76l11-30h26v30z'),
    path('q', 'M72-76v-30h15v30z'),
    path('n', disc(72, -90, 5.4)),
    path('a', 'M65-91q0-7 7-7t7 6z'),
    line('D', 'M90-112v78M48-72h40', 2),
    path('d', 'M97-116h5v82h-5z'),
    path('q', 'M102-122h5v88h-5z'),
    path('g', 'M5-58h8v9H5zM60-118h6v3h-6zM74-118h6v3h-6z'),
    path('q', 'M2-34h16v8H2zM70-26h30v12H70z'),
    path('g', 'M12-66l32-5v3l-32 5z'),
    path('d', 'M14-22a20 20 0 0 1 40 0z'),
    wheel(34, -16, 16),
    wheel(112, -16, 16),
    wheel(146, -16, 16),
    wheel(366, -16, 16),
    wheel(400, -16, 16),
  ].join('');
}

const unit = (x: number): string =>
  at(
    x,
    0,
    path('a', 'M2-48h22v16l-4 6H6l-4-6z') +
      path('l', 'M2-48h8v22H6l-4-6z') +
      path('g', 'M1-51h24v5H1z') +
      path('d', 'M8-26h10v12H8z') +
      line('D', 'M-4-30l12 12M20-14l12 6', 3) +
      path('k', disc(12, -8, 9)) +
      path('q', disc(12, -8, 4)) +
      path('x', disc(32, -6, 6)),
  );

/** Draws a planter for a tractor: bar, row units with their seed boxes; 150 wide, hitch at 0. */
export function planter(): string {
  return [
    line('D', 'M0-24h34', 6),
    path('a', 'M26-36h22v-34l6-6h40l6 6v26H26z'),
    path('l', 'M48-70l6-6h14v32H48z'),
    path('d', 'M46-78h56v5H46z'),
    path('g', 'M49-62h51v6H49z'),
    path('d', 'M24-38h112v8H24z'),
    unit(40),
    unit(78),
    unit(110),
    line('D', 'M126-38l30-34 24 2', 2.6),
    path('x', disc(176, -66, 7)),
  ].join('');
}

/** Draws a nurse tank for anhydrous ammonia on its running gear, from the side, 200 wide. */
export function nurseTank(): string {
  return [
    line('K', 'M12-24L-26-12h-12', 5),
    path('k', 'M10-30h180v8H10zM34-40h10v14H34zM156-40h10v14h-10z'),
    path('j', 'M26-104h148a32 32 0 0 1 0 64H26a32 32 0 0 1 0-64z'),
    path('i', 'M26-104h148q14 0 22 8-94 20-194 12 8-20 24-20z'),
    path('q', 'M-2-62q100 14 204-2-6 24-28 24H26q-22 0-28-22z'),
    line('O', 'M46-104v64M154-104v64', 1.4),
    path('a', 'M88-110h24v8H88z'),
    path('k', 'M80-120h4v18h-4zM116-120h4v18h-4zM78-124h44v4H78z'),
    path('g', 'M-5-78q104 9 210 0v8q-106 9-210 0z'),
    wheel(42, -17, 17, 0.6),
    wheel(158, -17, 17, 0.6),
  ].join('');
}

/** Draws the cooperative's fuel truck, 250 wide: bobtail tank, hose reel at the back. */
export function fuelTruck(): string {
  return [
    path('d', 'M14-38h232v10H14z'),
    path('d', 'M108-46h12v10h-12zM158-46h12v10h-12zM208-46h12v10h-12z'),
    path('j', 'M100-112h126q20 0 20 20v26q0 22-20 22H100q-10 0-10-22v-26q0-20 10-20z'),
    path('i', 'M100-112h126q12 0 17 8-78 10-153 8 2-16 10-16z'),
    path('q', 'M90-62q80 12 156-2-1 20-20 20H100q-9 0-10-18z'),
    path('a', 'M90-88q80 4 156 0v12q-78 4-156 0z'),
    path('g', 'M90-76q78 4 156 0v4q-78 4-156 0z'),
    line('O', 'M134-112v68M184-112v68', 1.4),
    path('d', 'M112-118h20v6h-20zM160-118h20v6h-20zM206-118h20v6h-20zM98-122h140v3H98z'),
    path('a', 'M200-38h44v14h-44z'),
    path('k', disc(222, -32, 10)),
    path('g', disc(222, -32, 5)),
    // Cab.
    path('a', 'M6-30v-26q0-7 7-8l22-4 14-34q1-4 6-4h30v76z'),
    path('l', 'M6-50v-6q0-7 7-8l22-4 3-7 8 2-4 23z'),
    path('p', 'M43-70l10-26h20v26z'),
    path('q', 'M62-70v-26h11v26z'),
    line('D', 'M78-104v70M41-64h36', 2),
    path('g', 'M5-54h8v9H5zM12-62l22-4v4l-22 4z'),
    path('q', 'M2-34h16v8H2z'),
    path('d', 'M16-20a20 20 0 0 1 40 0z'),
    wheel(36, -16, 16),
    wheel(160, -16, 16),
    wheel(194, -16, 16),
  ].join('');
}

/** Draws a pickup, 150 wide. */
export function pickup(): string {
  return [
    path('a', 'M4-18v-20q0-5 5-6l30-4 14-20q2-3 6-3h28q4 0 4 4v19h56v30z'),
    path('l', 'M4-34v-4q0-5 5-6l30-4h52v-2h56v8z'),
    path('d', 'M4-22h143v6H4zM86-50h3v28h-3z'),
    path('p', 'M45-48l11-16h12v16zM71-48v-16h13q2 0 2 2v14z'),
    path('g', 'M3-36h7v7H3z'),
    path('q', 'M0-20h10v6H0zM142-20h8v6h-8z'),
    path('d', 'M16-14a15 15 0 0 1 30 0zM104-14a15 15 0 0 1 30 0z'),
    wheel(31, -13, 13),
    wheel(119, -13, 13),
  ].join('');
}
