import type { SetupStep } from '#contract/demo-content.ts';
import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';
import { SETUP } from './steps.ts';

const KEY = 'scalehouse-setup-step';

const tabStorage = () => createBrowserStorage({ getStorage: () => globalThis.sessionStorage });

/**
 * Returns the index of the open step: that of this tab, so that a reload or a new sign-in returns to it; on the first visit
 * of this device, the first step that is not done; otherwise none.
 */
export function findOpenStep(
  stepsDone: readonly SetupStep[],
  tab: BrowserStorage = tabStorage(),
  device: BrowserStorage = createBrowserStorage(),
): number | undefined {
  const step = SETUP.findIndex(({ id }) => id === tab.find(KEY));
  if (step !== -1) return step;
  return device.find(KEY) === undefined ? firstOpenStep(stepsDone) : undefined;
}

export function saveOpenStep(
  step: number | undefined,
  tab: BrowserStorage = tabStorage(),
  device: BrowserStorage = createBrowserStorage(),
): void {
  const id = step === undefined ? undefined : SETUP[step]?.id;
  if (id) tab.save(KEY, id);
  else tab.remove(KEY);
  device.save(KEY, 'seen');
}

/** Returns the index of the first step that is not done, or of the last one. */
export function firstOpenStep(stepsDone: readonly SetupStep[]): number {
  const step = SETUP.findIndex(({ id }) => !stepsDone.includes(id));
  return step === -1 ? SETUP.length - 1 : step;
}
