import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_LENGTH } from '#contract/account-limits.ts';
import { checkNewPassword, siteNames, listCommonPasswords } from './account-rules.ts';
import { generatePassword } from './password.ts';

const NAMES = [
  ...siteNames({ name: 'Hickory Bend Farmers Cooperative', shortName: 'Hickory Bend\nFarmers Co-op' }),
  'Dana Reyes',
];

const codeOf = async (password: string) => {
  try {
    await checkNewPassword(password, { names: NAMES });
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('rejects at least 3,000 common passwords that are long enough', async () => {
  const long = (await listCommonPasswords()).filter((each) => each.length >= PASSWORD_LENGTH.min);
  assert.ok(new Set(long).size >= 3000, `${long.length} are long enough.`);
  const common = ['qwertyqwerty', '1qaz2wsx3edc', 'PasswordPassword', 'unbelievable', '123456789012'];
  for (const password of common) {
    assert.equal(await codeOf(password), 'common-password', password);
  }
});

test('rejects names of the site and the username, ignoring case, spaces, punctuation, and digits at the end', async () => {
  for (const password of [
    'Scalehouse2026',
    'scale house 20 26',
    'Hickory Bend Farmers Cooperative',
    'hickorybendfarmerscooperative1',
    'HickoryBend2026',
    'Farmers Co-op 2026!',
    'Hickory Bend Farmers Co-op',
    'DanaReyes123',
    '2026 Scalehouse',
    'dana reyes hickory bend 1',
  ]) {
    assert.equal(await codeOf(password), 'password-is-name', password);
  }
  for (const password of ['seed, feed and weed', 'Scalehouse runs on corn', '4817 2093 5566']) {
    assert.equal(await codeOf(password), undefined, password);
  }
});

test('generates different passwords of at least 128 bits that follow the rules', async () => {
  const made = Array.from({ length: 200 }, generatePassword);
  assert.equal(new Set(made).size, made.length);
  const letters = made.map((password) => password.replaceAll('-', ''));
  const alphabet = new Set(letters.join(''));
  for (const each of letters) assert.ok(each.length * Math.log2(alphabet.size) >= 128, each);
  assert.equal(await codeOf(made[0] ?? ''), undefined);
});
