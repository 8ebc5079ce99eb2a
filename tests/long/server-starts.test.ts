import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CashBid, CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { createStores } from '#tests/support/stores.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { startServer } from '#tests/support/server-process.ts';

// server/run-server.test.ts covers two servers in one process.
for (const kind of DATABASE_KINDS) {
  test(`seeds the demo content once when two processes start at the same time (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    await using both = new AsyncDisposableStack();
    const servers = await Promise.all([
      startServer(testDatabase.environment),
      startServer(testDatabase.environment),
    ]);
    for (const server of servers) both.use(server);
    const responses = await Promise.all(servers.map(({ url }) => fetch(`${url}${API.cashBids}`)));
    const [north, south] = await Promise.all(
      responses.map((response) => response.json() as Promise<unknown>),
    );
    assert.deepEqual(north, south);
    const database = await testDatabase.open();
    const bids = await database.read((db) => createStores(db).cashBids.list());
    const { bids: shown } = north as CashBids;
    assert.ok(shown.length > 0);
    assert.deepEqual(shown.map(nameOf), bids.map(nameOf));
  });
}

const nameOf = ({ location, commodity, delivery }: Pick<CashBid, 'location' | 'commodity' | 'delivery'>) =>
  `${location}, ${commodity}, ${delivery}`;
