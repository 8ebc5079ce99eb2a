import { changeDirection } from '#shared/change-direction.ts';
import { DirectionIcon } from '#app/ui/icons.tsx';
import styles from './price-change.module.css';

export function PriceChange({ text }: { text: string }) {
  const direction = changeDirection(text);
  return (
    <span className={styles.change} data-direction={direction}>
      {direction !== 'none' && <DirectionIcon direction={direction} />}
      {text.replace(/^-/, '−')}
    </span>
  );
}
