import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createVideoPolicy } from '#app/browser/video-policy.ts';
import { useSite } from '#app/ui/site-context.ts';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './home-video.module.css';

const videoPolicy = createVideoPolicy();

type VideoState = 'loading' | 'playing' | 'paused' | 'failed';

/**
 * Renders a video on wide windows, and its poster on phones, while loading, for reduced motion or data, and if the
 * website has no video.
 */
export function HomeVideo() {
  const { film, parts } = useSite();
  const policy = useSyncExternalStore(
    videoPolicy.subscribe,
    videoPolicy.getSnapshot,
    videoPolicy.getServerSnapshot,
  );
  // Visitors who prefer reduced motion or data start the video by pressing play.
  const [wasStarted, setWasStarted] = useState(false);
  const isShown = parts.film && (policy === 'autoplay' || (policy === 'poster' && wasStarted));
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<VideoState>('loading');

  function toggle() {
    if (!isShown) setWasStarted(true);
    else if (video.current?.paused) void video.current.play();
    else video.current?.pause();
  }

  return (
    <div className={styles.band}>
      <div className={styles.image}>
        <img
          className={styles.poster}
          src={film.poster}
          alt="The elevator at harvest"
          width="1280"
          height="220"
        />
        {isShown && <Video ref={video} state={state} onState={setState} />}
        {isShown && state === 'loading' && (
          <div className={styles.loading}>
            <Spinner label="Loading video" />
          </div>
        )}
      </div>
      {parts.film && (
        <div className={`wrap ${styles.controls}`}>
          {(isShown ? state === 'playing' || state === 'paused' : policy === 'poster') && (
            <button type="button" className="button" onClick={toggle}>
              {isShown && state === 'playing' ? 'Pause video' : 'Play video'}
            </button>
          )}
          <SiteLink className="button" to="/about-us">
            Watch Full Video
          </SiteLink>
        </div>
      )}
    </div>
  );
}

function Video({
  ref,
  state,
  onState,
}: {
  ref: React.RefObject<HTMLVideoElement | null>;
  state: VideoState;
  onState: (state: VideoState) => void;
}) {
  const { film } = useSite();

  useEffect(() => {
    // React sets `muted` too late, and browsers block autoplay of videos with sound.
    if (ref.current) ref.current.muted = true;
    return () => onState('loading');
  }, [ref, onState]);

  return (
    <video
      ref={ref}
      className={styles.video}
      data-state={state}
      muted
      loop
      autoPlay
      playsInline
      preload="auto"
      aria-label="The elevator at harvest"
      // If the browser blocks autoplay, show the video paused with a play button.
      onCanPlayThrough={({ currentTarget: video }) => {
        if (state !== 'loading') return;
        video.play().then(
          () => onState('playing'),
          () => video.isConnected && onState('paused'),
        );
      }}
      // Each unusable `source` fires an error; the video has failed only after the last one.
      onError={({ target, currentTarget: video }) => {
        if (target === video || target === video.lastElementChild) onState('failed');
      }}
      onPlay={() => state !== 'loading' && onState('playing')}
      onPause={() => state !== 'loading' && onState('paused')}
    >
      {film.sources.map(({ path, type, media }) => (
        <source key={path} src={path} type={type} media={media} />
      ))}
    </video>
  );
}
