import { brandPath } from '#contract/seed-brands.ts';
import { withoutLastSlash } from '#contract/paths.ts';
import { findBrand } from '#shared/seed-brands.ts';
import { useLocation } from '#app/router/router-context.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { SeedPage } from './seed-page.tsx';
import styles from './seed-page.module.css';

/** Renders the page of a seed brand other than Pioneer, whose crops have a text. */
export function BrandPage() {
  const brand = findBrand(useSite(), withoutLastSlash(useLocation().pathname));
  if (!brand) return null;
  return (
    <SeedPage path={brandPath(brand.address)} brand={brand}>
      {({ text }) =>
        text.trim() === '' ? (
          <EmptyState>No products listed. Ask us what fits your ground.</EmptyState>
        ) : (
          <p className={styles.text}>{text}</p>
        )
      }
    </SeedPage>
  );
}
