import styles from './drawing-list.module.css';

/** Renders drawings with their names. The first screen of a phone shows `onFirstScreen` of them. */
export function DrawingList({
  items,
  onFirstScreen,
}: {
  items: readonly { name: string; drawing: string }[];
  onFirstScreen: number;
}) {
  return (
    <ul className={`${styles.list} plain-list`} data-columns={items.length % 3 === 0 ? 3 : 4}>
      {items.map(({ name, drawing }, index) => (
        <li key={name}>
          <img
            src={drawing}
            alt=""
            width="72"
            height="72"
            {...(index >= onFirstScreen && { loading: 'lazy', 'data-below': '' })}
          />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
