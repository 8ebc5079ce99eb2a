import { EmbedFrame } from './embed-frame.tsx';
import { useSite } from '#app/site-context.ts';
import styles from './video-embed.module.css';

const VIDEO_FILE = /\.(mp4|webm)$/i;

/** Renders a video with controls: a file of this site, or a vendor's page in an iframe. */
export function VideoEmbed({ title, address }: { title: string; address: string }) {
  const { film } = useSite();
  if (!address.startsWith('/') || !VIDEO_FILE.test(address)) {
    return <EmbedFrame className={styles.frame} title={title} address={address} />;
  }
  return (
    // No captions: the video has no sound or speech.
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
