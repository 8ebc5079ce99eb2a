import { useEffect, useRef } from 'react';
import styles from './near-screen.module.css';

/** Renders empty space for content. Calls `onNear` when it is less than one screen away, but not in a closed section. */
export function NearScreen({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={place} className={styles.place} />;
}
