import styles from './unsaved-chip.module.css';

export function UnsavedChip({ count }: { count: number }) {
  return count > 0 && <span className={styles.chip}>{count} unsaved</span>;
}
