import { PIONEER_LABELS } from '#contract/pioneer.ts';
import {
  asText,
  both,
  differing,
  idOf,
  isChange,
  restoreFirst,
  textOf,
  type ItemHistory,
  type Row,
} from '#server/records/history.ts';
import { visibleText } from '#shared/visible-text.ts';
import {
  pioneerCategorySubject,
  pioneerItemSubject,
  undoPioneerDescription,
  undoPioneerItem,
} from './pioneer-items.ts';
import { pioneerStores } from './pioneer-store.ts';
import { builtInDescriptions } from './present-pioneer-items.ts';

const NAME_LENGTH = 60;
type Item = Parameters<typeof undoPioneerItem>[2]['before'];

export const pioneerHistory: readonly ItemHistory[] = [
  {
    subject: pioneerItemSubject(''),
    kind: 'pioneer',
    nameOf({ description }) {
      const words = visibleText(textOf(description));
      const start = words.slice(0, NAME_LENGTH).trimEnd();
      return words.length > NAME_LENGTH ? `${start}…` : words || 'Pioneer item';
    },
    async read(db, ids) {
      const existing = await pioneerStores(db).pioneer.listExisting(ids.map(idOf));
      return { items: existing.map((id) => [pioneerItemSubject(id), id]) };
    },
    actionOf(entry) {
      const [old, next] = [entry.before, entry.after] as Row[];
      return isChange(entry) && old?.['category'] !== next?.['category'] ? 'moved' : undefined;
    },
    present: differing({
      labels: PIONEER_LABELS,
      formats: {
        category: (category: number, { site: { pioneer } }) =>
          pioneer.categories.find((each) => each.category === category)?.categoryName ?? String(category),
      },
      html: ['description'],
    }),
    whyNot: (entry, { names, items }) =>
      isChange(entry) && !items.has(entry.subject)
        ? restoreFirst(names.get(entry.subject) ?? 'This item')
        : undefined,
    restore: ({ db, author, id, before, after, baseVersion, site }) =>
      undoPioneerItem(pioneerStores(db), author, {
        id,
        before: before as Item,
        after: after as Item,
        baseVersion,
        builtIn: builtInDescriptions(site),
      }),
  },
  {
    subject: pioneerCategorySubject(''),
    kind: 'pioneer',
    names: ({ pioneer }) =>
      Object.fromEntries(
        pioneer.categories.map(({ category, categoryName }) => [
          pioneerCategorySubject(category),
          `${categoryName} description`,
        ]),
      ),
    present: both(asText()),
    restore: ({ db, author, id, before, baseVersion }) =>
      undoPioneerDescription(pioneerStores(db), author, {
        category: Number(id),
        text: textOf(before),
        baseVersion,
      }),
  },
];
