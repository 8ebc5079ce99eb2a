import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { STARTS_VIDEO } from '#app/browser/video-policy.ts';
import { useRouterState } from '#app/router/router-context.tsx';
import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { useSite } from '#app/ui/site-context.ts';
import styles from './video-embed.module.css';

const VIDEO_FILE = /\.(mp4|webm)$/i;

/** Renders a video: a file of this site, or a vendor's page in an iframe. */
export function VideoEmbed({ title, url }: { title: string; url: string }) {
  return url.startsWith('/') && VIDEO_FILE.test(url) ? (
    <VideoFile title={title} url={url} />
  ) : (
    <EmbedFrame className={styles.frame} title={title} url={url} />
  );
}

/** Renders a video without controls, which would cover the poster, until its link is pressed. */
function VideoFile({ title, url }: { title: string; url: string }) {
  const { film } = useSite();
  const video = useRef<HTMLVideoElement>(null);
  const { location, isReturn } = useRouterState();
  const isAutomatic = location.state === STARTS_VIDEO && !isReturn;
  const [isStarted, setIsStarted] = useState(isAutomatic);

  useEffect(() => {
    if (isAutomatic) video.current?.play().catch(() => undefined);
  }, [isAutomatic]);

  function play(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // Only a video with controls can have the focus.
    flushSync(() => setIsStarted(true));
    video.current?.focus();
    // The controls show a failure.
    video.current?.play().catch(() => undefined);
  }

  return (
    <div>
      {/* No captions: the video has no sound or speech. */}
      <video
        ref={video}
        className={styles.video}
        aria-label={title}
        src={url}
        poster={film.poster}
        controls={isStarted}
        muted
        playsInline
        preload="none"
      />
      <p className={`${styles.controls} no-print`}>
        {/* Without scripts, the browser opens the file. */}
        <a className="button" href={url} hidden={isStarted} onClick={play}>
          Play video
        </a>
      </p>
    </div>
  );
}
