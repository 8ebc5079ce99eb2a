import { useSite } from './site-context.ts';
import styles from './skyline.module.css';

/** Renders the poster of the home page's video across the page, as a decoration. */
export function Skyline() {
  const { film } = useSite();
  return (
    <div className={styles.skyline}>
      <img src={film.poster} alt="" width="1280" height="220" />
    </div>
  );
}
