import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedLink, withTypedLinks } from './typed-link.ts';

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

test('links the addresses and telephone numbers in rich text, and changes nothing else', () => {
  for (const [html, shown] of [
    ['<p>Call 660-555-0142.</p>', `<p>Call ${link('tel:6605550142', '660-555-0142')}.</p>`],
    ['<p>Leave, then call <strong>911</strong>.</p>', undefined],
    ['<p>555-0142, or 350 1000-gallon</p>', `<p>${link('tel:5550142', '555-0142')}, or 350 1000-gallon</p>`],
    ['(office@coop.example)', `(${link('mailto:office@coop.example', 'office@coop.example')})`],
    ['See www.coop.example.', `See ${link('https://www.coop.example', 'www.coop.example')}.`],
    [
      'https://a.example/?b=1&amp;c=2, or',
      `${link('https://a.example/?b=1&amp;c=2', 'https://a.example/?b=1&amp;c=2')}, or`,
    ],
    ['&lt;http://a.example&gt;', `&lt;${link('https://a.example', 'http://a.example')}&gt;`],
    ['www.a.example/?b="c" x', `${link('https://www.a.example/?b=', 'www.a.example/?b=')}"c" x`],
    ['<p><a href="/x">call 660-555-0142</a></p>', undefined],
    ['<span class="text-large">javascript:alert(1) //evil.example 6.2 million, $4.10</span>', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(withTypedLinks(html), shown ?? html, html);
  }
});

const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
