import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#tests/support/eventually.ts';
import type { Control, User } from './usability-user.ts';

/** Returns whether the website shows the result of a task. */
export type Check = (site: Website) => Promise<boolean>;

export type Website = {
  /** Returns the visible text of a public page, without scripts. */
  textOf(path: string): Promise<string>;
  countImages(path: string, name: RegExp): Promise<number>;
  canSignIn(password: string): Promise<boolean>;
  /** Returns whether the session of another device still works. The first call signs in. */
  isSignedInElsewhere(): Promise<boolean>;
};

export type Task = {
  name: string;
  /** True if the website shows the result at the start, as with an undo. */
  isShownBefore?: boolean;
  result: Check;
  steps(user: User, site: Website): Promise<void>;
};

const box = (name: string): Control => ({ role: 'textbox', name });
const button = (name: string, group?: string): Control => ({ role: 'button', name, ...(group && { group }) });
const cell = (table: string, row: number, column: string) => box(`${table}, row ${row}, ${column}`);

const shows =
  (path: string, text: RegExp): Check =>
  async (site) =>
    text.test(await site.textOf(path));

const FUEL = 'Fuel Types and Prices';
export const PASSWORDS = { old: 'seed, feed and weed', new: 'corn up to the bin roof' };

const NITROGEN = [
  ['Anhydrous ammonia 82-0-0', '861.00', '844.00'],
  ['Urea 46-0-0', '588.00', '576.00'],
  ['UAN 28%', '411.00', '402.00'],
  ['UAN 32%', '469.00', '460.00'],
]
  .map((row) => row.join('\t'))
  .join('\n');

const PHOTO = join(import.meta.dirname, '../content/demo/gallery/fog-at-six.jpg');
async function sixPhotos() {
  const buffer = await readFile(PHOTO);
  return [1, 2, 3, 4, 5, 6].map((n) => ({ name: `harvest-day-${n}.jpg`, mimeType: 'image/jpeg', buffer }));
}

export const TASKS: readonly Task[] = [
  {
    name: 'Post an announcement',
    result: shows('/', /Closing at noon Friday\./),
    async steps(user) {
      await user.tap(box('Announcement message'));
      await user.typeOver('Closing at noon Friday.');
      await user.save(button('Update', 'Announcement message'));
    },
  },
  {
    name: 'Change the hours for a holiday',
    result: shows('/', /7-5, closed Thu Nov 26/),
    async steps(user) {
      await user.openSection('Operating Hours');
      await user.tap(box('Normal Mon-Fri'));
      await user.typeOver('7-5, closed Thu Nov 26');
      await user.save(button('Update', 'Normal Mon-Fri'));
    },
  },
  {
    name: 'Raise diesel by 4 cents',
    result: shows('/products', /#2 Dyed Diesel\s+2\.83/),
    async steps(user) {
      await user.openSection('Fuel');
      await user.tap(cell(FUEL, 1, 'Price'));
      await user.retypeEnd(2, '83');
      await user.save(button('Save', FUEL));
    },
  },
  {
    name: 'Lower the basis of spot corn by 2 cents',
    result: shows('/cash-bids.html', /Hickory Bend\nAs of [^−]*Corn\nSpot[^−]*−0\.34/),
    async steps(user) {
      await user.openSection('Cash Bids');
      await user.tap(cell('Bids', 1, 'Basis ¢'));
      await user.retypeEnd(1, '4');
      await user.save(button('Save', 'Bids'));
    },
  },
  {
    name: 'Paste a price table from a spreadsheet',
    result: shows('/products', /861\.00[\s\S]*588\.00[\s\S]*411\.00[\s\S]*469\.00/),
    async steps(user) {
      await user.openSection('Fertilizer');
      await user.openRow('Nitrogen, row 1');
      await user.tap(cell('Nitrogen', 1, 'Product'));
      await user.paste(NITROGEN);
      await user.save(button('Save', 'Nitrogen'));
    },
  },
  {
    name: 'Add a location to the cash bids',
    result: shows('/cash-bids.html', /Pleasant Hill\n[^−]*Corn\nSpot[^−]*−0\.30/),
    async steps(user) {
      await user.openSection('Cash Bids');
      await user.tap(button('Add Row', 'Bids'));
      await user.typeOver('Pleasant Hill');
      await user.next();
      await user.typeOver('Corn');
      await user.next();
      await user.typeOver('Spot');
      await user.next();
      await user.typeOver('Dec 2026');
      await user.next();
      await user.typeOver("432'6");
      await user.next();
      await user.next();
      await user.typeOver('-30');
      await user.save(button('Save', 'Bids'));
    },
  },
  {
    name: 'Add an employee',
    result: shows('/about-us', /Nora Pike\s+Fuel Driver\s+660-555-0150/),
    async steps(user) {
      await user.openSection('Employee Section');
      await user.tap(button('Add employee'));
      await user.type('Nora Pike');
      await user.next();
      await user.type('Fuel Driver');
      await user.next();
      await user.type('660-555-0150');
      await user.next();
      await user.type('-');
      await user.save(button('Save', 'Employees'));
    },
  },
  {
    name: "Change an employee's phone number",
    result: shows('/about-us', /Becky Stroud\s+Scale Operator\s+660-555-0191/),
    async steps(user) {
      await user.openSection('Employee Section');
      await user.openRow('Employee 6');
      await user.tap({ ...box('Phone number'), group: 'Employee 6' });
      await user.retypeEnd(2, '91');
      await user.save(button('Save', 'Employees'));
    },
  },
  {
    name: 'Remove an employee, and undo it',
    isShownBefore: true,
    result: shows('/about-us', /Cal Hendricks/),
    async steps(user, site) {
      await user.openSection('Employee Section');
      await user.openRow('Employee 7');
      await user.tap(button('Remove', 'Employee 7'));
      await eventually(async () => assert.doesNotMatch(await site.textOf('/about-us'), /Cal Hendricks/));
      await user.tapIfThere(button('Undo'));
    },
  },
  {
    name: 'Upload six photos',
    result: async (site) => (await site.countImages('/gallery', /^Harvest day/)) === 6,
    async steps(user) {
      await user.openSection('Image Uploading');
      await user.chooseFiles({ role: 'field', name: 'Image file' }, await sixPhotos());
      await user.tap(button('Upload'));
    },
  },
  {
    name: 'Replace a Pioneer item',
    result: shows('/pioneer?category=corn-product', /108-day: new this year\./),
    async steps(user) {
      await user.openSection('Pioneer Items');
      await user.openRow('Item 2');
      await user.tap(box('Item 2'));
      await user.typeOver('108-day: new this year.');
      await user.save(button('Update Items'));
    },
  },
  {
    name: 'Add a column to a price table',
    result: shows('/products', /Self-serve/),
    async steps(user) {
      await user.openSection('Fuel');
      await user.tap(button('Add Column', FUEL));
      await user.typeOver('Self-serve');
      await user.save(button('Save', FUEL));
    },
  },
  {
    name: 'Change the password',
    result: (site) => site.canSignIn(PASSWORDS.new),
    async steps(user) {
      await user.openSection('Your Account');
      await user.tap({ role: 'field', name: 'Current password' });
      await user.type(PASSWORDS.old);
      await user.next();
      await user.type(PASSWORDS.new);
      await user.enter();
    },
  },
  {
    name: 'Sign out everywhere',
    result: async (site) => !(await site.isSignedInElsewhere()),
    async steps(user) {
      await user.openSection('Your Account');
      await user.tapIfThere(button('Sign out everywhere'));
    },
  },
];
