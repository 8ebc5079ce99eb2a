import styles from './drawing-list.module.css';

export function DrawingList({ items }: { items: readonly { name: string; drawing: string }[] }) {
  return (
    <ul className={styles.list} data-columns={items.length % 3 === 0 ? 3 : 4}>
      {items.map(({ name, drawing }) => (
        <li key={name}>
          <img src={drawing} alt="" width="72" height="72" loading="lazy" />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
