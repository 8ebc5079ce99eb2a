import { galleryPath } from '#contract/images.ts';
import { linkedPages } from './gallery-page.ts';
import styles from './gallery-pages.module.css';

/** Renders links to the pages of the gallery, which load in full, so that they work like any new page. */
export function GalleryPages({ page, pages }: { page: number; pages: number }) {
  if (pages === 1 || page < 1 || page > pages) return null;
  return (
    <nav className={styles.pages} aria-label="Gallery pages">
      <p>
        Page {page} of {pages}
      </p>
      <ul className="plain-list">
        {page > 1 && (
          <>
            <li>
              <a href={galleryPath(1)}>First</a>
            </li>
            <li>
              <a href={galleryPath(page - 1)} rel="prev">
                Previous
              </a>
            </li>
          </>
        )}
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
        {page < pages && (
          <li>
            <a href={galleryPath(page + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
