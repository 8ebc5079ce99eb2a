import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { startServer } from '#tests/support/server-process.ts';

const ADMIN = { username: 'Dana', password: 'seed, feed and weed' };
/** Pause of an attacker after a rejection, much shorter than Retry-After. */
const RETRY_DELAY_MS = 100;

/** Number of connections, and what they send: `n` counts all attempts. */
type Attack = { name: string; connections: number; client(n: number): { username: string; address: string } };

const ATTACKS: Attack[] = [
  {
    name: '24 connections with invented names',
    connections: 24,
    client: (n) => ({ username: `Invented ${n}`, address: '192.0.2.1' }),
  },
  {
    name: '30 names from one address',
    connections: 30,
    client: (n) => ({ username: `Name ${n % 30}`, address: '192.0.2.2' }),
  },
  {
    name: '60 addresses in a /64',
    connections: 60,
    client: (n) => ({ username: `Other ${n}`, address: `2001:db8:1:2::${n % 60}` }),
  },
];

/** More networks than the queue of strangers holds. Only browsers that have signed in before are sure to get through. */
const BOTNET: Attack = {
  name: '60 networks that know the name',
  connections: 60,
  client: (n) => ({ username: ADMIN.username, address: `203.0.113.${n % 60}` }),
};

// Prints how long the right password takes. The target on an idle machine with two cores is p99 <= 500 ms.
for (const kind of DATABASE_KINDS) {
  test(`accepts the right password during attacks (${kind})`, async (t) => {
    await using testDatabase = await freshTestDatabase(kind, { migrated: true });
    await using server = await startServer({
      ...testDatabase.environment,
      SEED_CONTENT: 'none',
      TRUST_PROXY: 'loopback',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const trySignIn = async (credentials: typeof ADMIN, address: string, cookie = '') => {
      const response = await fetch(server.url + API.signIn, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
        body: JSON.stringify(credentials),
      });
      await response.arrayBuffer();
      return response;
    };

    /** Signs in again and again: from other networks, or with a cookie from that of an attacker. */
    async function measure(label: string, cookie?: string): Promise<void> {
      const times: number[] = [];
      for (let n = 0; n < EFFORT.signIns; n += 1) {
        const address = cookie === undefined ? `198.51.100.${n}` : '192.0.2.1';
        const began = performance.now();
        const { status } = await trySignIn(ADMIN, address, cookie);
        times.push(performance.now() - began);
        assert.equal(status, 200, label);
      }
      times.sort((a, b) => a - b);
      const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? NaN);
      t.diagnostic(`${label}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
    }

    async function during({ connections, client }: Attack, work: () => Promise<void>): Promise<void> {
      const statuses: Record<number, number> = {};
      const over = new AbortController();
      let number = 0;
      async function repeat(): Promise<void> {
        while (!over.signal.aborted) {
          const { username, address } = client((number += 1));
          const { status } = await trySignIn({ username, password: 'wrong' }, address);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status !== 401) await sleep(RETRY_DELAY_MS);
        }
      }
      const attack = Promise.all(Array.from({ length: connections }, repeat));
      try {
        await work();
      } finally {
        over.abort();
        await attack;
      }
      t.diagnostic(`  Responses to attackers: ${JSON.stringify(statuses)}`);
    }

    const first = await trySignIn(ADMIN, '198.51.100.255');
    const cookie = first.headers.getSetCookie().find((each) => each.includes('signed-in-before='));
    const known = cookie?.split(';')[0];
    assert.ok(known);
    await measure('No attack');
    for (const attack of ATTACKS) {
      await during(attack, async () => {
        await measure(attack.name);
        await measure(`${attack.name}, known browser`, known);
      });
    }
    await during(BOTNET, () => measure(`${BOTNET.name}, known browser`, known));
  });
}
