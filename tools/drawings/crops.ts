/** Crops and related Pioneer products, drawn in 192 by 192 and shown at 104 to 190 pixels. */
import { alfalfa } from './crops/alfalfa.ts';
import { corn } from './crops/corn.ts';
import { inoculant } from './crops/inoculant.ts';
import { silage } from './crops/silage.ts';
import { sorghum } from './crops/sorghum.ts';
import { soybeans } from './crops/soybeans.ts';
import { sunflower } from './crops/sunflower.ts';
import { wheat } from './crops/wheat.ts';
import { smallSvg } from './small.ts';

export function cropDrawings(): Record<string, string> {
  return {
    corn: smallSvg('An ear of corn', 192, corn()),
    soybeans: smallSvg('Soybeans with pods', 192, soybeans()),
    wheat: smallSvg('Heads of wheat', 192, wheat()),
    alfalfa: smallSvg('Alfalfa in bloom', 192, alfalfa()),
    sorghum: smallSvg('A head of sorghum', 192, sorghum()),
    sunflower: smallSvg('A sunflower', 192, sunflower()),
    silage: smallSvg('Corn for silage', 192, silage()),
    inoculant: smallSvg('Inoculant and seed', 192, inoculant()),
  };
}
