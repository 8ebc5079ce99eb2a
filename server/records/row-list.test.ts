import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Author, BaseVersion } from '#server/platform/change.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { Step } from '#server/records/change-log/list-steps.ts';
import { openContentCache, type ContentCache } from '#server/records/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ConflictError, ValidationError } from '#server/platform/errors.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { DANA } from '#tests/support/stores.ts';
import { rowList } from './row-list.ts';

type Toy = { id: string; name: string; pieceCount: number };

const toyList = rowList({
  name: 'toys',
  table: 'toy',
  columns: { id: 'text', name: 'text', pieceCount: 'number' },
  hasEditorIds: true,
  max: 3,
  tooMany: 'Keep at most 3 toys.',
  clean({ name, pieceCount }: { id?: string; name: string; pieceCount?: number }, path) {
    if (name === '') throw new ValidationError('missing', 'Type a name.', `${path}/name`);
    return { name, ...(pieceCount !== undefined && { pieceCount }) };
  },
  present: (toy: Toy) => toy,
});

const TABLE = `create table toy (
  id text primary key, editor_id text, position integer not null, name text not null, piece_count integer not null)`;
const GRACE: Author = { origin: 'admin', name: 'Grace' };
const [BALL, TRAIN] = [
  { id: 'ball_new', name: 'Ball', pieceCount: 1 },
  { id: 'train_new', name: 'Train', pieceCount: 9 },
];

type Toys = ReturnType<typeof toyList.createService> & {
  database: Database;
  content: ContentCache<{ toys: Toy[] }>;
};

function testToys(name: string, work: (toys: Toys) => Promise<void>): void {
  onBothDatabases(name, async ({ database }) => {
    const run = (statement: string) => database.write((db) => sql.raw(statement).execute(db));
    await run(TABLE);
    const part = { subjects: ['toys'], read: toyList.read };
    const content = await openContentCache<{ toys: Toy[] }>(database, [part], (error) => assert.fail(error));
    try {
      await work({ ...toyList.createService({ content }), database, content });
    } finally {
      await content.close();
      await run('drop table toy');
    }
  });
}

const versionOf = (content: Toys['content']): BaseVersion => content.snapshot();

testToys(
  'saves rows in order, replaces temporary ids once, and changes nothing if repeated',
  async (toys) => {
    const { content, version, changed } = await toys.save(DANA, { toys: [BALL, TRAIN] });
    assert.deepEqual([version, changed], [2, true]);
    assert.deepEqual(
      content.map(({ name, pieceCount }) => [name, pieceCount]),
      [
        ['Ball', 1],
        ['Train', 9],
      ],
    );
    assert.ok(content.every(({ id }) => !id.endsWith('_new')));
    assert.deepEqual(toys.list(), content);
    assert.deepEqual(toyList.tables, { toy: 'id' }, 'A backup has the table.');
    assert.deepEqual(await toys.save(DANA, { toys: [BALL, TRAIN] }), { content, version, changed: false });
    await assert.rejects(toys.save(DANA, { toys: [...content, BALL, TRAIN] }), { code: 'too-many' });
    const blank = toys.save(DANA, { toys: [...content, { name: '', pieceCount: 0 }] });
    await assert.rejects(blank, { code: 'missing', path: '/2/name' });
  },
);

testToys(
  'merges values, moves, and additions, and recognizes what a lost response had stored',
  async (toys) => {
    const [ball, train] = (await toys.save(DANA, { toys: [BALL, TRAIN] })).content as [Toy, Toy];
    const baseVersion = versionOf(toys.content);
    const mine = {
      toys: [{ ...train, name: 'Railway' }, ball, { id: 'kite_new', name: 'Kite', pieceCount: 2 }],
      baseVersion,
    };
    const theirs = [ball, { ...train, pieceCount: 10 }];
    await toys.save(GRACE, { toys: theirs, baseVersion });
    const saved = await toys.save(DANA, mine);
    assert.deepEqual(
      saved.content.map(({ name, pieceCount }) => `${name} ${pieceCount}`),
      ['Railway 10', 'Ball 1', 'Kite 2'],
    );
    assert.deepEqual(
      saved.included?.map(({ author }) => author),
      ['Grace'],
    );
    const renamed = saved.content.map((toy) => ({ ...toy, name: `${toy.name}!` }));
    await toys.save(GRACE, { toys: renamed });
    const again = await toys.save(DANA, mine);
    assert.deepEqual([again.content, again.changed], [renamed, false]);
    await toys.save(GRACE, { toys: saved.content.slice(0, 2) });
    assert.equal(
      (await toys.save(DANA, mine)).changed,
      false,
      'A toy that was removed since is not added again.',
    );
  },
);

testToys('keeps a value that a save leaves out, also as someone else has changed it since', async (toys) => {
  const { content, version } = await toys.save(DANA, { toys: [BALL, TRAIN] });
  const [ball, train] = content as [Toy, Toy];
  const baseVersion = versionOf(toys.content);
  const unknowing = [
    { id: ball.id, name: 'Ball' },
    { id: train.id, name: 'Train' },
  ];
  assert.deepEqual(await toys.save(DANA, { toys: unknowing }), { content, version, changed: false });
  await toys.save(GRACE, { toys: [{ ...ball, pieceCount: 2 }, train] });
  await toys.remove(GRACE, { id: train.id });
  const renamed = [{ id: ball.id, name: 'Beach ball' }, ...unknowing.slice(1), { name: 'Kite' }];
  const saved = await toys.save(DANA, { toys: renamed, baseVersion });
  assert.deepEqual(
    saved.content.map(({ name, pieceCount }) => [name, pieceCount]),
    [
      ['Beach ball', 2],
      ['Kite', 0],
    ],
  );
});

testToys('names who changed the values that conflict, and removes only what is unchanged', async (toys) => {
  const [ball, train] = (await toys.save(DANA, { toys: [BALL, TRAIN] })).content as [Toy, Toy];
  const baseVersion = versionOf(toys.content);
  const theirs = await toys.save(GRACE, { toys: [{ ...ball, pieceCount: 2 }, train] });
  const rejection = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ConflictError);
    assert.deepEqual(error.current?.content, theirs.content);
    return error.current?.conflicts?.map(({ item, field, author }) => [item, field, author]);
  };
  const found = await rejection(toys.save(DANA, { toys: [{ ...ball, pieceCount: 3 }, train], baseVersion }));
  assert.deepEqual(found, [[ball.id, 'pieceCount', 'Grace']]);
  await rejection(toys.remove(DANA, { id: ball.id, baseVersion }));
  // A row of someone else under the same id is not one that this person has added.
  const staff = (name: string) => ({ toys: [...theirs.content, { id: 'kite', name, pieceCount: 1 }] });
  const based = { baseVersion: versionOf(toys.content) };
  await toys.save(GRACE, { ...staff('Kite'), ...based });
  await assert.rejects(toys.save(DANA, { ...staff('Dragon'), ...based }), { code: 'conflict' });
  assert.equal((await toys.remove(DANA, { id: train.id, baseVersion })).content.length, 2);
  await assert.rejects(toys.remove(DANA, { id: train.id }), { code: 'not-found' });
});

testToys('restores rows and their order, also from entries that lack a field', async (toys) => {
  const [ball, train] = (await toys.save(DANA, { toys: [BALL, TRAIN] })).content as [Toy, Toy];
  const { version } = versionOf(toys.content);
  await toys.save(DANA, { toys: [{ ...train, name: 'Express' }] });
  const undo = (steps: readonly Step[], baseVersion: BaseVersion) =>
    toys.content.write((db) => toyList.undo(toyList.stores(db), DANA, { steps, baseVersion }));
  const steps = await toys.database.read((db) =>
    Array.fromAsync(createChangeLogStore(db).stepsBackTo(['toys'], version)),
  );
  const seen = versionOf(toys.content);
  await toys.save(GRACE, { toys: [{ ...train, name: 'Tram' }] });
  await assert.rejects(undo(steps, seen), { code: 'conflict' });
  assert.deepEqual((await undo(steps, versionOf(toys.content))).content, [ball, train]);
  const removal = { item: 'kite', before: { id: 'kite', name: 'Kite', position: 0 }, after: null };
  const { content } = await undo([removal], versionOf(toys.content));
  assert.deepEqual(content, [{ id: 'kite', name: 'Kite', pieceCount: 0 }, ball, train]);
});
