/** Saves texts one after the other, and prints each change after the save has been acknowledged. */
import { openDatabase } from '#server/platform/database/open-database.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createStores } from '#tests/support/stores.ts';

const { DATA_DIR = '', DATABASE_URL, WRITER = '', WRITES = 'Infinity' } = process.env;

const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
for (let number = 1; number <= Number(WRITES); number += 1) {
  const content = `${WRITER} ${number}`;
  const { version } = await database.write((db) =>
    saveSiteText(
      createStores(db),
      { origin: 'admin', name: WRITER },
      { configType: 'WelcomeMessage', message: content },
    ),
  );
  console.log(JSON.stringify({ version, content }));
}
await database.close();
