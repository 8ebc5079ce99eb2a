import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startWidgetCleanup, WIDGET_CLEANUP_EVERY_MS } from './widget-cleanup.ts';

test('Widget cleanup removes barchart elements and the widget disclaimer, and nothing else', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument('.barchart', '.barchart', '#widget-disclaimer', '.hours');
  startWidgetCleanup({ document: page.document });

  mock.timers.tick(WIDGET_CLEANUP_EVERY_MS - 1);
  assert.equal(page.elements.length, 4);
  mock.timers.tick(1);
  assert.deepEqual(page.elements, ['.hours']);
});

test('Widget cleanup goes on while widgets keep coming and stops at the first look that finds none', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument('.barchart');
  startWidgetCleanup({ document: page.document });

  mock.timers.tick(100);
  page.elements.push('.barchart');
  mock.timers.tick(100);
  assert.deepEqual(page.elements, []);

  mock.timers.tick(10_000);
  assert.equal(page.looks(), 3);
});

test('Starting widget cleanup twice runs one', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument('.barchart');
  const stop = startWidgetCleanup({ document: page.document });
  assert.equal(startWidgetCleanup({ document: page.document }), stop);

  mock.timers.tick(100);
  assert.equal(page.looks(), 1);
});

test('Widget cleanup can start again after it ended or was stopped', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument();
  startWidgetCleanup({ document: page.document });
  mock.timers.tick(100);

  page.elements.push('.barchart');
  const stop = startWidgetCleanup({ document: page.document });
  stop();
  mock.timers.tick(100);
  assert.deepEqual(page.elements, ['.barchart']);

  startWidgetCleanup({ document: page.document });
  mock.timers.tick(100);
  assert.deepEqual(page.elements, []);
});

test('An old stop leaves a newer cleanup running', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const page = aDocument();
  const oldStop = startWidgetCleanup({ document: page.document });
  mock.timers.tick(100);

  page.elements.push('.barchart');
  const stop = startWidgetCleanup({ document: page.document });
  oldStop();
  assert.equal(startWidgetCleanup({ document: page.document }), stop);
  mock.timers.tick(100);
  assert.deepEqual(page.elements, []);
});

/** A document whose elements are just the selectors that they match. */
function aDocument(...elements: string[]) {
  let looks = 0;
  const document = {
    querySelectorAll(selectors: string) {
      looks += 1;
      const wanted = selectors.split(', ');
      return elements
        .filter((element) => wanted.includes(element))
        .map((element) => ({ remove: () => elements.splice(elements.indexOf(element), 1) }));
    },
  } as unknown as Document;
  return { document, elements, looks: () => looks };
}
