import assert from 'node:assert/strict';
import { parse } from 'node:querystring';
import { test } from 'node:test';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { pageKeyOf, STANDALONE_KEY } from './page-key.ts';

function keyOf(url: string, headers = {}) {
  const [path = '', query = ''] = url.split('?');
  return pageKeyOf(path, parse(query), headers);
}

test('returns the path without unknown parameters', () => {
  for (const path of ['/', '/store', '/cash-bids.html', '//', '__proto__', '']) {
    assert.equal(keyOf(path), path);
    assert.equal(keyOf(`${path}?utm_source=mail`), path);
  }
});

test('keeps the crop of a seed page, and the page of the gallery, which has no number 1', () => {
  const corn = '/pioneer?category=corn-product';
  for (const url of [corn, '/pioneer?a=1&category=corn-product&b=2', `${corn}&category=soybeans`])
    assert.equal(keyOf(url), corn);
  assert.equal(keyOf('/?category=corn-product'), '/');
  assert.equal(keyOf('/gallery?page=2&x'), '/gallery?page=2');
  for (const url of ['/gallery', '/gallery?page=1', '/gallery?x']) assert.equal(keyOf(url), '/gallery');
});

test('returns the key of the standalone page when a tab opens the cash bids', () => {
  assert.equal(keyOf(CASH_BIDS_PAGE, { 'sec-fetch-dest': 'document' }), STANDALONE_KEY);
  assert.equal(keyOf(CASH_BIDS_PAGE, { 'sec-fetch-dest': 'iframe' }), CASH_BIDS_PAGE);
});
