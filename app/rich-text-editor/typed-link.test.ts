import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedLink } from './typed-link.ts';

test('reads what people type as the address of a link', () => {
  for (const [typed, href] of [
    ['660-555-0100', 'tel:6605550100'],
    ['(660) 555 0100', 'tel:6605550100'],
    ['+1 660.555.0100 ext. 5', 'tel:+16605550100;ext=5'],
    ['1-800-GO-FARMER', 'tel:18004632763'],
    ['660-555-0100 or 660-555-0101', undefined],
    ['office@coop.example', 'mailto:office@coop.example'],
    ['www.coop.example', 'https://www.coop.example'],
    ['coop.example/jobs?a=b', 'https://coop.example/jobs?a=b'],
    ['http://coop.example', 'https://coop.example'],
    [' /products ', '/products'],
    ['javascript:alert(1)', undefined],
    ['//evil.example', undefined],
    ['the office', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(typedLink(typed), href, typed);
  }
});
