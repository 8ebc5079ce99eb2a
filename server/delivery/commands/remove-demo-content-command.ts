import { counted } from '#contract/text.ts';
import { removeDemoContent } from '#server/domains/demo-content/remove-demo-content.ts';
import { contentStores } from '#server/domains/domains.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

/** Author of changes from the command line, which has administrator rights but no account. */
const AUTHOR = { origin: 'admin', name: 'a command on the server' } as const;

export const removeDemoContentCommand: Command = {
  usage: '',
  summary: 'remove demo content that no one has changed',
  words: [0, 0],
  options: [],
  async run({ config, print }) {
    await using database = await openSiteDatabase(config);
    const { removed } = await database.write((db) =>
      removeDemoContent(contentStores(db), AUTHOR, new Date()),
    );
    print(removed === 0 ? 'No demo content found.' : `Removed ${counted(removed, 'piece')} of demo content.`);
  },
};
