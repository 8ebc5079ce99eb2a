/** The nine services, drawn in 144 by 144 and shown at half that size or more. */
import { aerialApplication } from './services/aerial-application.ts';
import { fieldMapping } from './services/field-mapping.ts';
import { gpsApplication } from './services/gps-application.ts';
import { greenStar } from './services/green-star.ts';
import { gridSampling } from './services/grid-sampling.ts';
import { soilTesting } from './services/soil-testing.ts';
import { spreaderCart } from './services/spreader-cart.ts';
import { variableRate } from './services/variable-rate.ts';
import { wholesaleChemical } from './services/wholesale-chemical.ts';
import { smallSvg } from './small.ts';

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
