import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fillEmbedUrl } from './embed-url.ts';

test('inserts the coordinates at every placeholder of the URL', () => {
  assert.equal(
    fillEmbedUrl('https://weather.example/map?lat={lat}&lon={lon}&pin={lat},{lon}', {
      lat: 39.9217,
      lon: -93.4744,
    }),
    'https://weather.example/map?lat=39.9217&lon=-93.4744&pin=39.9217,-93.4744',
  );
});

test('inserts at most four decimals, never in scientific notation', () => {
  assert.equal(fillEmbedUrl('{lat}/{lon}', { lat: 39.921749, lon: -0.000049 }), '39.9217/0');
  assert.equal(fillEmbedUrl('{lat}/{lon}', { lat: 40, lon: 0.0001 }), '40/0.0001');
});

test('returns a URL without placeholders unchanged', () => {
  assert.equal(fillEmbedUrl('/stand-in/forecast.html', { lat: 1, lon: 2 }), '/stand-in/forecast.html');
});
