import { galleryPath } from '#contract/images.ts';
import { linkedPages } from './gallery-page.ts';
import styles from './gallery-pages.module.css';

const link = (to: number, label: string, rel?: string) => (
  <li>
    <a href={galleryPath(to)} rel={rel}>
      {label}
    </a>
  </li>
);

/** Renders links to the pages of the gallery, which load in full, so that they work like any new page. */
export function GalleryPages({ page, pages }: { page: number; pages: number }) {
  if (pages === 1 || page < 1 || page > pages) return null;
  return (
    <nav className={styles.pages} aria-label="Gallery pages">
      <p>
        Page {page} of {pages}
      </p>
      <ul className="plain-list">
        {page > 1 && link(1, 'First')}
        {page > 1 && link(page - 1, 'Previous', 'prev')}
        {linkedPages(page, pages).map((each, index) =>
          each === 0 ? (
            <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={each} className={styles.number}>
              <a
                href={galleryPath(each)}
                aria-label={`Page ${each}`}
                aria-current={each === page ? 'page' : undefined}
              >
                {each}
              </a>
            </li>
          ),
        )}
        {page < pages && link(page + 1, 'Next', 'next')}
      </ul>
    </nav>
  );
}
