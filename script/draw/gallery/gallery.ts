/** The gallery of the demo site: scenes from the cooperative's year, in the order in which they hang. */
import { elevatorInFog, harvestAtDusk, onTheScale } from './autumn.ts';
import type { Scene } from './paint.ts';
import { fuelDelivery, nurseTanks, planting, sprayerInYoungCorn } from './spring.ts';
import { fairCalf, openHouse, theCounter, thunderhead, winter } from './year.ts';

/** By file name, without its ending. */
export const GALLERY: Record<string, () => Scene> = {
  'harvest-at-dusk': harvestAtDusk,
  'first-load-of-the-morning': onTheScale,
  'fog-at-six': elevatorInFog,
  'planting-the-north-quarter': planting,
  'crew-at-the-counter': theCounter,
  'spraying-young-corn': sprayerInYoungCorn,
  'thunderhead-over-the-beans': thunderhead,
  'showmanship-at-the-fair': fairCalf,
  'diesel-before-noon': fuelDelivery,
  'open-house-supper': openHouse,
  'nurse-tanks-in-march': nurseTanks,
  'snow-at-closing-time': winter,
};
