import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { freshPostgresUrl, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { NO_PGBOUNCER, startPgBouncer } from '#tests/support/pgbouncer.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const textsOf = async ({ app }: TestSite) => (await app.inject(`${API.siteTexts}?ids=0`)).body;

for (const isDirect of [false, true]) {
  const how = isDirect
    ? 'by notification over DATABASE_DIRECT_URL'
    : 'by polling without DATABASE_DIRECT_URL';
  test(
    `runs two servers behind PgBouncer, which see each other's changes ${how}`,
    { skip: NO_PGBOUNCER },
    async () => {
      await using database = await freshPostgresUrl();
      await using pooler = await startPgBouncer(database.url);
      const environment = {
        DATABASE_URL: pooler.url,
        DATABASE_SCHEMA: 'north',
        ...(isDirect && { DATABASE_DIRECT_URL: database.url }),
      };
      await using first = await openTestSite({ environment });
      await using second = await openTestSite({ environment });
      await eventually(async () => assert.equal(await listeners(database.url), isDirect ? 2 : 0));
      await addAdmin(first.database, 'Dana');
      const editor = await signIn(first);
      const saves = Array.from({ length: 20 }, (_, number) =>
        editor.post(API.saveSiteText, { configType: 'ContactUsFax', message: `Fax ${number}` }),
      );
      for (const save of saves) assert.equal((await save).statusCode, 200);
      await first.change({ texts: { WelcomeMessage: 'Through the pooler.' } });
      await eventually(async () => assert.match(await textsOf(second), /Through the pooler/));
      await eventually(async () => assert.equal(await listeners(database.url), isDirect ? 2 : 0));

      // The sessions of the server, which other programs share, are as they were.
      for (let time = 0; time < 10; time += 1) {
        const { rows } = await runSql(
          pooler.url,
          `select current_setting('statement_timeout') as timeout, current_setting('search_path') as path,
          (select count(*)::int from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())) as locks,
          (select count(*)::int from pg_prepared_statements) as prepared`,
        );
        assert.deepEqual(rows, [{ timeout: '0', path: '"$user", public', locks: 0, prepared: 0 }]);
      }
    },
  );
}

async function listeners(url: string): Promise<number> {
  const { rows } = await runSql(
    url,
    "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
  return rows.length;
}
