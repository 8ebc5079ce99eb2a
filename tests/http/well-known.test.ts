import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSite } from '#server/platform/settings/site-file.ts';
import { demoSite, openTestSite } from '#tests/support/test-site.ts';

const NOW = new Date('2026-11-20T15:05:00.000Z');

test('serves security.txt with the contact of the site file, and an end in the future', async () => {
  const securityContact = 'mailto:security@hickorybend.example.com';
  await using site = await openTestSite({
    site: { ...demoSite(), securityContact },
    seedContent: 'none',
    now: () => NOW,
  });
  const { statusCode, headers, body } = await site.app.inject('/.well-known/security.txt');
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.deepEqual(body.split('\n'), [
    `Contact: ${securityContact}`,
    'Expires: 2027-02-18T00:00:00.000Z',
    'Preferred-Languages: en-US',
    'Canonical: https://hickorybend.example.com/.well-known/security.txt',
    '',
  ]);
});

test('responds with 404 without a contact, and redirects to the password form in any case', async () => {
  await using site = await openTestSite({ seedContent: 'none' });
  assert.equal((await site.app.inject('/.well-known/security.txt')).statusCode, 404);
  const { statusCode, headers } = await site.app.inject('/.well-known/change-password');
  assert.deepEqual([statusCode, headers['location']], [302, '/admin/dashboard#your-account']);
});

const isValid = (securityContact: string) =>
  checkSite({ ...demoSite(), securityContact }, 'site.json').value !== undefined;

test('accepts an email address, a phone number, or a secure web address as the contact', () => {
  const valid = ['mailto:a@b.example', 'tel:+1-660-555-0100', 'https://coop.example.com/security'];
  const invalid = ['', 'a@b.example', 'http://coop.example.com/', 'tel:', 'https://a b', 'mailto:a\n@b'];
  assert.deepEqual([...valid, ...invalid].filter(isValid), valid);
});
