import type { Scene } from './paint.ts';
import { elevatorInFog } from './elevator-in-fog.ts';
import { fairCalf } from './fair-calf.ts';
import { onTheScale } from './first-load.ts';
import { fuelDelivery } from './fuel-delivery.ts';
import { harvestAtDusk } from './harvest-at-dusk.ts';
import { nurseTanks } from './nurse-tanks.ts';
import { openHouse } from './open-house.ts';
import { planting } from './planting.ts';
import { sprayerInYoungCorn } from './spraying.ts';
import { theCounter } from './the-counter.ts';
import { thunderhead } from './thunderhead.ts';
import { winter } from './winter.ts';

/** Scenes by file name without extension. */
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
