import { EmbedFrame } from './embed-frame.tsx';
import { useSite } from '#app/site-context.ts';
import styles from './video-embed.module.css';

const FILM_FILE = /\.(mp4|webm)$/i;

/** A film that the visitor starts: a file of our own, or a vendor's page in a frame. */
export function VideoEmbed({ title, address }: { title: string; address: string }) {
  const { film } = useSite();
  if (!address.startsWith('/') || !FILM_FILE.test(address)) {
    return <EmbedFrame className={styles.frame} title={title} address={address} />;
  }
  return (
    // It has no sound and no words.
    <video
      className={styles.film}
      aria-label={title}
      src={address}
      poster={film.poster}
      controls
      muted
      playsInline
      preload="none"
    />
  );
}
