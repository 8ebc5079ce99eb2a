import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { useSite } from '#app/ui/site-context.ts';
import styles from './video-embed.module.css';

const VIDEO_FILE = /\.(mp4|webm)$/i;

/** Renders a video with controls: a file of this site, or a vendor's page in an iframe. */
export function VideoEmbed({ title, url }: { title: string; url: string }) {
  const { film } = useSite();
  if (!url.startsWith('/') || !VIDEO_FILE.test(url)) {
    return <EmbedFrame className={styles.frame} title={title} url={url} />;
  }
  return (
    // No captions: the video has no sound or speech.
    <video
      className={styles.video}
      aria-label={title}
      src={url}
      poster={film.poster}
      controls
      muted
      playsInline
      preload="none"
    />
  );
}
