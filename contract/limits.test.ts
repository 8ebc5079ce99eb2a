import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_LENGTH, USERNAME_MAX_LENGTH } from './account-limits.ts';
import { BID_LIMITS } from './cash-bids.ts';
import { DOCUMENT_TITLE_MAX_LENGTH, DOCUMENTS_MAX } from './documents.ts';
import { EMPLOYEE_MAX_LENGTH, EMPLOYEES_MAX } from './employees.ts';
import {
  EXCEPTION_HOURS_LENGTH,
  EXCEPTIONS_MAX,
  LOCATION_MAX_LENGTH,
  LOCATIONS_MAX,
  REASON_LENGTH,
} from './locations.ts';
import { IMAGE_NAME_MAX_LENGTH, UPLOAD_MAX_BYTES } from './images.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH } from './pioneer.ts';
import { PRICE_TABLE_LIMITS } from './price-tables.ts';
import { RICH_TEXT_MAX_DEPTH } from './rich-text.ts';

// Other tests read these limits from the same constants as the code, so only this file detects a changed limit.
// tests/http/site-text-saves.test.ts tests the limits of site texts.

test('limits lists and their fields to what the API documents', () => {
  assert.equal(CATEGORY_DESCRIPTION_MAX_LENGTH, 1000);
  assert.equal(RICH_TEXT_MAX_DEPTH, 4);
  assert.deepEqual(EMPLOYEE_MAX_LENGTH, { name: 200, title: 200, phoneNumber: 100, email: 200 });
  assert.equal(EMPLOYEES_MAX, 500);
  assert.deepEqual(LOCATION_MAX_LENGTH, {
    name: 60,
    address: 300,
    phoneNumber: 100,
    fax: 100,
    emergencyNumber: 100,
    normalMonFri: 100,
    normalSatSun: 100,
    harvestMonFri: 100,
    harvestSatSun: 100,
    season: 21,
    services: 1000,
    mapUrl: 1000,
  });
  assert.deepEqual(
    [LOCATIONS_MAX, EXCEPTIONS_MAX, EXCEPTION_HOURS_LENGTH, REASON_LENGTH],
    [100, 60, 100, 60],
  );
  assert.deepEqual(PRICE_TABLE_LIMITS, { columns: 30, rows: 300, headerLength: 100, cellLength: 200 });
  assert.deepEqual(BID_LIMITS, { rows: 1000, commodities: 30, nameLength: 60, notesLength: 200 });
  assert.equal(IMAGE_NAME_MAX_LENGTH, 200);
  assert.equal(UPLOAD_MAX_BYTES, 26_214_400);
  assert.deepEqual([DOCUMENT_TITLE_MAX_LENGTH, DOCUMENTS_MAX], [200, 1000]);
  assert.equal(USERNAME_MAX_LENGTH, 100);
  assert.deepEqual(PASSWORD_LENGTH, { min: 12, max: 128 });
});
