import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { CSV_KEY, STANDALONE_KEY, cacheKeyOf, cropKeyOf, targetOf } from './cache-key.ts';

const keyOf = (url: string, headers = {}) => cacheKeyOf(targetOf(url), headers);

test('returns the path without unknown parameters', () => {
  for (const path of ['/', '/store', '/cash-bids.html', API.employees, '//', '__proto__', '']) {
    assert.equal(keyOf(path), path);
    assert.equal(keyOf(`${path}?utm_source=mail`), path);
  }
});

test('keeps the seed category, the IDs of site texts, and the format of cash bids', () => {
  const corn = '/pioneer?category=corn-product';
  for (const url of [corn, '/pioneer?a=1&category=corn-product&b=2', `${corn}&category=soybeans`]) {
    assert.equal(keyOf(url), corn);
  }
  assert.equal(cropKeyOf('/pioneer', { category: 'corn-product' }), corn);
  assert.equal(keyOf('/?category=corn-product'), '/');
  assert.equal(keyOf(`${API.siteTexts}?x&ids=0%2C8`), keyOf(`${API.siteTexts}?ids=0,8`));
  assert.notEqual(keyOf(`${API.siteTexts}?ids=0`), keyOf(`${API.siteTexts}?ids=8`));
  assert.equal(keyOf(`${API.cashBids}?format=csv&x`), CSV_KEY);
});

test('keeps the page of the gallery and of the lists of images, of which the gallery has no number 1', () => {
  assert.equal(keyOf('/gallery?page=2&x'), '/gallery?page=2');
  for (const url of ['/gallery', '/gallery?page=1', '/gallery?x']) assert.equal(keyOf(url), '/gallery');
  for (const type of [0, 1])
    assert.equal(keyOf(`${API.images}/${type}?page=1&x`), `${API.images}/${type}?page=1`);
  assert.equal(keyOf(`${API.images}/0?x`), `${API.images}/0`);
});

test('returns one key for all requests with the same site texts in ascending order', () => {
  const key = keyOf(`${API.siteTexts}?ids=0,8`);
  assert.ok(key);
  for (const ids of ['00,8', '0,8,8', '0,0,8,99', '17,0,999999999,8']) {
    assert.equal(keyOf(`${API.siteTexts}?ids=${ids}`), key, ids);
  }
  assert.notEqual(keyOf(`${API.siteTexts}?ids=17`), undefined);
});

test('returns no key for site texts in another order, and for invalid IDs', () => {
  for (const ids of ['8,0', '16,0,8', '', '-1', '0,', '0,%208', '0%0A', '0x10', '1.5', '0&ids=8']) {
    assert.equal(keyOf(`${API.siteTexts}?ids=${ids}`), undefined, ids);
  }
});

test('returns another key than for a single value when a parameter of the API is repeated', () => {
  assert.notEqual(keyOf(`${API.siteTexts}?ids=0&ids=8`), keyOf(`${API.siteTexts}?ids=0,8`));
  assert.notEqual(keyOf(`${API.siteTexts}?ids=0&ids=8`), keyOf(`${API.siteTexts}?ids=0`));
  assert.notEqual(keyOf(`${API.cashBids}?format=csv&format=csv`), CSV_KEY);
  const many = 'x&'.repeat(2000);
  assert.equal(keyOf(`${API.cashBids}?${many}format=csv`), CSV_KEY);
});

test('returns the key of CSV when Accept prefers it to JSON, unless the query names a format', () => {
  for (const accept of [
    'text/csv',
    'text/csv, */*;q=0.1',
    'text/csv;q=0.5, */*',
    'application/json;q=0.5, text/csv',
    'text/csv, application/json;Q=0',
  ]) {
    assert.equal(keyOf(API.cashBids, { accept }), CSV_KEY, accept);
    assert.equal(keyOf(`${API.cashBids}?format=json`, { accept }), keyOf(API.cashBids));
  }
  for (const accept of [
    '*/*',
    'text/*',
    'application/json',
    'text/csv;q=0',
    'text/csv;q=high',
    'text/csvx',
    'text/csv;q=0.5, application/json',
    'application/json, text/csv',
  ]) {
    assert.equal(keyOf(API.cashBids, { accept }), keyOf(API.cashBids), accept);
  }
});

test('returns the key of the standalone page when a tab opens the cash bids', () => {
  assert.equal(keyOf(CASH_BIDS_PAGE, { 'sec-fetch-dest': 'document' }), STANDALONE_KEY);
  assert.equal(keyOf(CASH_BIDS_PAGE, { 'sec-fetch-dest': 'iframe' }), CASH_BIDS_PAGE);
});
