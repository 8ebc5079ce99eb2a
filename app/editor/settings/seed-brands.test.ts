import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressNote, withAddresses } from './seed-brands.ts';
import type { Row } from './setting-draft.ts';

const GOLD: Row = {
  key: '0',
  address: 'prairie-gold',
  name: 'Prairie Gold',
  heading: 'Seed for dry ground',
};
const ACME: Row = { key: '1', address: 'acme', name: 'Acme', heading: 'Acme' };

const addressAfter = (before: Partial<Row>, after: Partial<Row>) =>
  withAddresses([{ ...GOLD, ...before }], [{ ...GOLD, ...after }])[0]!['address'];

test('changes the address with the name until someone types another address', () => {
  const named = { name: 'Golden Acres', address: 'golden-acres' };
  assert.equal(addressAfter({ name: '', address: '' }, { ...named, address: '' }), 'golden-acres');
  assert.equal(addressAfter(named, { ...named, address: 'acres' }), 'acres');
  assert.equal(addressAfter({ ...named, address: 'acres' }, { address: 'acres' }), 'acres');
});

function noteOf(changed: Partial<Row>, second: Partial<Row> = {}) {
  const brand: Row = { ...GOLD, ...changed };
  const brands: Row[] = [brand, { ...ACME, ...second }];
  return addressNote(brand, { saved: [GOLD, ACME], brands });
}

test('says what leads to a renamed brand, which the server recognizes by its name or heading', () => {
  const redirected = 'The page is at /seed/gold. Links to /seed/prairie-gold will lead there.';
  assert.equal(noteOf({}), 'The page is at /seed/prairie-gold.');
  assert.equal(noteOf({ address: 'gold' }), redirected);
  assert.equal(noteOf({ address: 'gold', name: 'Gold' }), redirected);
  assert.equal(noteOf({ address: 'gold', name: 'Gold', heading: 'Gold' }), 'The page is at /seed/gold.');
  assert.equal(noteOf({ address: 'gold' }, { address: 'prairie-gold' }), 'The page is at /seed/gold.');
  assert.equal(noteOf({ address: '' }), 'It follows /seed/ in the address of the page.');
  assert.equal(noteOf({ key: 'new', address: 'gold' }), 'The page is at /seed/gold.');
});
