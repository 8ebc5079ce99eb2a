import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startWidgetCleanup, WIDGET_CLEANUP_EVERY_MS } from './widget-cleanup.ts';

test('removes only barchart elements and the widget disclaimer', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument('.barchart', '.barchart', '#widget-disclaimer', '.hours');
  startWidgetCleanup({ document: page.document });

  mock.timers.tick(WIDGET_CLEANUP_EVERY_MS - 1);
  assert.equal(page.elements.length, 4);
  mock.timers.tick(1);
  assert.deepEqual(page.elements, ['.hours']);
});

test('continues while widgets keep appearing, and stops at the first check that finds none', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument('.barchart');
  startWidgetCleanup({ document: page.document });

  mock.timers.tick(100);
  page.elements.push('.barchart');
  mock.timers.tick(100);
  assert.deepEqual(page.elements, []);

  mock.timers.tick(10_000);
  assert.equal(page.checks(), 3);
});

test('runs one cleanup when started twice, and a new one after it has ended', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument('.barchart');
  const start = () => startWidgetCleanup({ document: page.document });
  start();
  start();
  mock.timers.tick(100);
  assert.equal(page.checks(), 1);
  mock.timers.tick(100);

  page.elements.push('.barchart');
  start();
  mock.timers.tick(100);
  assert.deepEqual(page.elements, []);
});

/** Creates a document whose elements are the selectors that they match. */
function aDocument(...elements: string[]) {
  let checks = 0;
  const document = {
    querySelectorAll(selectors: string) {
      checks += 1;
      const wanted = selectors.split(', ');
      return elements
        .filter((element) => wanted.includes(element))
        .map((element) => ({ remove: () => elements.splice(elements.indexOf(element), 1) }));
    },
  } as unknown as Document;
  return { document, elements, checks: () => checks };
}
