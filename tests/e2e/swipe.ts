import type { Page } from '@playwright/test';

/** Swipes horizontally by a number of CSS pixels in the middle of the page. */
export async function swipe(page: Page, by: number, pointer: 'mouse' | 'touch'): Promise<void> {
  const [x, y] = [600, 400];
  if (pointer === 'mouse') {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  await touch('touchMove', x + by / 2);
  await touch('touchMove', x + by);
  await touch('touchEnd');
  await session.detach();
}
