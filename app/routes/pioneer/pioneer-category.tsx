import type { PioneerItem } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import styles from './pioneer-category.module.css';

export function PioneerCategory({
  category: { category, longDescription },
  items,
}: {
  category: PublicSite['pioneer']['categories'][number];
  items: readonly PioneerItem[];
}) {
  const categoryItems = items.filter(({ pioneerCategory }) => pioneerCategory === category);
  const describedItem = categoryItems.find(({ categoryDescription }) => categoryDescription);
  const shown = categoryItems.filter(({ description }) => hasVisibleText(description));
  return (
    <div className={styles.category}>
      <p>{describedItem?.categoryDescription ?? longDescription}</p>
      {shown.length === 0 ? (
        <EmptyState>No products listed. Ask us what fits your ground.</EmptyState>
      ) : (
        <ul className={`${styles.items} plain-list`}>
          {shown.map(({ id, description }) => (
            <li key={id}>
              <RichText html={description} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
