import { PIONEER_LABELS } from '#contract/pioneer.ts';
import { idOf, isChange, textOf, type ItemHistory, type Row } from '#server/records/history.ts';
import { visibleText } from '#shared/visible-text.ts';
import {
  pioneerCategorySubject,
  pioneerItemSubject,
  undoPioneerDescription,
  undoPioneerItem,
} from './pioneer-items.ts';
import type { PioneerStores } from './pioneer-store.ts';

const NAME_LENGTH = 60;

export const pioneerHistory: readonly ItemHistory<
  PioneerStores,
  { builtIn: (category: number) => string }
>[] = [
  {
    subject: pioneerItemSubject(''),
    kind: 'pioneer',
    nameOf({ description }) {
      const words = visibleText(textOf(description));
      const start = words.slice(0, NAME_LENGTH).trimEnd();
      return words.length > NAME_LENGTH ? `${start}…` : words || 'Pioneer item';
    },
    async read({ pioneer }, ids) {
      const existing = await pioneer.listExisting(ids.map(idOf));
      return { items: existing.map((id) => [pioneerItemSubject(id), id]) };
    },
    actionOf(entry) {
      const [old, next] = [entry.before, entry.after] as Row[];
      return isChange(entry) && old?.['category'] !== next?.['category'] ? 'moved' : undefined;
    },
    fields: {
      labels: PIONEER_LABELS,
      formats: {
        category: (category: number, { site: { pioneer } }) =>
          pioneer.categories.find((each) => each.category === category)?.categoryName ?? String(category),
      },
      html: ['description'],
    },
    restore: undoPioneerItem,
    listOf: ({ category }) => (typeof category === 'number' ? pioneerCategorySubject(category) : undefined),
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
    restore: (stores, author, { id, before, baseVersion }) =>
      undoPioneerDescription(stores, author, { category: Number(id), text: textOf(before), baseVersion }),
  },
];
