import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Employee } from '#contract/employees.ts';
import type { PageBlock } from '#contract/own-pages.ts';
import { showPage } from './own-page-content.ts';

const anEmployee = (id: string): Employee => ({ id, name: id, title: '-', phoneNumber: '-', email: '-' });

function shownIn(block: PageBlock) {
  const page = { id: 'p', address: 'p', title: 'P', description: '', inMenu: false, hidden: false };
  const employees = ['ada', 'bo', 'cy'].map(anEmployee);
  const none = { findImage: () => undefined, findDocument: () => undefined, frameOrigins: [] };
  const { blocks } = showPage({ ...page, blocks: [block] }, { ...none, employees });
  return blocks.map((shown) => (shown.kind === 'people' ? shown.employees.map(({ id }) => id) : shown.kind));
}

const people = (...employeeIds: string[]) => shownIn({ id: 'b', kind: 'people', employeeIds });

test('shows the chosen employees in their order, all if none is chosen, and no one else for deleted ones', () => {
  assert.deepEqual(people('cy', 'gone', 'ada'), [['cy', 'ada']]);
  assert.deepEqual(people(), [['ada', 'bo', 'cy']]);
  assert.deepEqual(people('gone'), []);
});
