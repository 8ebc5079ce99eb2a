import type { Locator } from '@playwright/test';

/** Counts the interactions of a person on a phone: each tap, each filled box, each choice, and each picked file is one. */
export function countInteractions() {
  let count = 0;
  return {
    count: () => count,
    async tap(control: Locator) {
      count += 1;
      await control.tap();
    },
    async fill(box: Locator, text: string) {
      count += 1;
      await box.fill(text);
    },
    /** Types into the box that has the focus. */
    async type(box: Locator, text: string) {
      count += 1;
      await box.pressSequentially(text);
    },
    async choose(list: Locator, option: string) {
      count += 1;
      await list.selectOption(option);
    },
    async pick(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      count += 1;
      await input.setInputFiles(file);
    },
  };
}
