import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { createVideoPolicy, STARTS_VIDEO } from '#app/browser/video-policy.ts';
import { useSite } from '#app/ui/site-context.ts';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './home-video.module.css';

const videoPolicy = createVideoPolicy();

/**
 * Renders a video on wide windows, and its poster on phones, while loading, for reduced motion or data, and if the
 * website has no video. An image of the cooperative replaces both.
 */
export function HomeVideo() {
  const { film, parts, homeImage } = useSite();
  const policy = useSyncExternalStore(
    videoPolicy.subscribe,
    videoPolicy.getSnapshot,
    videoPolicy.getServerSnapshot,
  );
  // Visitors who prefer reduced motion or data start the video by pressing play.
  const [wasStarted, setWasStarted] = useState(false);
  const hasVideo = parts.film && !homeImage;
  const isShown = hasVideo && (policy === 'autoplay' || (policy === 'poster' && wasStarted));
  const [state, setState] = useState<'loading' | 'playing' | 'paused' | 'failed'>('loading');
  const video = useRef<HTMLVideoElement>(null);
  const attach = useCallback((element: HTMLVideoElement) => {
    video.current = element;
    // React sets `muted` too late, and browsers block autoplay of videos with sound.
    element.muted = true;
    return () => {
      video.current = null;
      setState('loading');
    };
  }, []);

  function toggle() {
    if (!isShown) setWasStarted(true);
    else if (video.current?.paused) void video.current.play();
    else video.current?.pause();
  }

  return (
    <div className={`${styles.band} no-print`}>
      <div className={styles.image}>
        {homeImage ? (
          <picture>
            <source type="image/avif" media="(width <= 699px)" srcSet={homeImage.phoneUrl} />
            <img
              className={styles.photo}
              src={homeImage.screenUrl}
              alt={homeImage.alt}
              data-top={homeImage.focus.y < 34 || undefined}
              data-bottom={homeImage.focus.y > 66 || undefined}
            />
          </picture>
        ) : (
          <img
            className={styles.poster}
            src={film.poster}
            alt="The elevator at harvest"
            width="1280"
            height="220"
          />
        )}
        {isShown && (
          <video
            ref={attach}
            className={styles.video}
            data-state={state}
            muted
            loop
            autoPlay
            playsInline
            preload="auto"
            aria-label="The elevator at harvest"
            // If the browser blocks autoplay, show the video paused with a play button.
            onCanPlayThrough={({ currentTarget }) => {
              if (state !== 'loading') return;
              currentTarget.play().then(
                () => setState('playing'),
                () => currentTarget.isConnected && setState('paused'),
              );
            }}
            // Each unusable `source` fires an error; the video has failed only after the last one.
            onError={({ target, currentTarget }) => {
              if (target === currentTarget || target === currentTarget.lastElementChild) setState('failed');
            }}
            onPlay={() => state !== 'loading' && setState('playing')}
            onPause={() => state !== 'loading' && setState('paused')}
          >
            {film.sources.map(({ path, type, media }) => (
              <source key={path} src={path} type={type} media={media} />
            ))}
          </video>
        )}
        {isShown && state === 'loading' && <Spinner label="Loading video" room={styles.loading} />}
      </div>
      {parts.film && (
        <div className={`wrap ${styles.controls}`}>
          {(isShown ? state === 'playing' || state === 'paused' : hasVideo && policy === 'poster') && (
            <button type="button" className="button" onClick={toggle}>
              {isShown && state === 'playing' ? 'Pause video' : 'Play video'}
            </button>
          )}
          <SiteLink className="button" to="/about-us" state={STARTS_VIDEO}>
            Watch Full Video
          </SiteLink>
        </div>
      )}
    </div>
  );
}
