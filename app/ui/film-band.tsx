import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createFilmAllowed } from '#app/browser/film-allowed.ts';
import { useSite } from '#app/site-context.ts';
import { SiteLink } from './site-link.tsx';
import { Spinner } from './spinner.tsx';
import styles from './film-band.module.css';

const filmAllowed = createFilmAllowed();

type FilmState = 'loading' | 'playing' | 'paused' | 'failed';

/**
 * The skyline across the page, which on wider windows comes to life as a film. It is the film's poster: while that
 * loads, and for whoever asked for less motion or data, the drawing stands in the same place.
 */
export function FilmBand() {
  const { film } = useSite();
  const allowed = useSyncExternalStore(
    filmAllowed.subscribe,
    filmAllowed.getSnapshot,
    filmAllowed.getServerSnapshot,
  );
  // Whoever asked for less sees the film only after pressing play.
  const [wasStarted, setWasStarted] = useState(false);
  const isShown = allowed === 'autoplay' || (allowed === 'poster' && wasStarted);
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<FilmState>('loading');

  function toggle() {
    if (!isShown) setWasStarted(true);
    else if (video.current?.paused) void video.current.play();
    else video.current?.pause();
  }

  return (
    <div className={styles.band}>
      <div className={styles.picture}>
        <img
          className={styles.poster}
          src={film.poster}
          alt="The elevator at harvest"
          width="1280"
          height="220"
        />
        {isShown && <Film ref={video} state={state} onState={setState} />}
        {isShown && state === 'loading' && (
          <div className={styles.waiting}>
            <Spinner label="The film is loading" />
          </div>
        )}
      </div>
      <div className={`wrap ${styles.controls}`}>
        {(isShown ? state === 'playing' || state === 'paused' : allowed === 'poster') && (
          <button type="button" className={styles.control} onClick={toggle}>
            {isShown && state === 'playing' ? 'Pause the film' : 'Play the film'}
          </button>
        )}
        <SiteLink className={styles.control} to="/about-us">
          Watch Full Video
        </SiteLink>
      </div>
    </div>
  );
}

function Film({
  ref,
  state,
  onState,
}: {
  ref: React.RefObject<HTMLVideoElement | null>;
  state: FilmState;
  onState: (state: FilmState) => void;
}) {
  const { film } = useSite();

  useEffect(() => {
    // React sets `muted` only after the film could have started, and browsers refuse to start what is not muted.
    if (ref.current) ref.current.muted = true;
    return () => onState('loading');
  }, [ref, onState]);

  return (
    <video
      ref={ref}
      className={styles.film}
      data-state={state}
      muted
      loop
      autoPlay
      playsInline
      preload="auto"
      aria-label="The elevator at harvest"
      // A browser that refuses to start a film by itself leaves it paused, with the button to start it.
      onCanPlayThrough={({ currentTarget: video }) => {
        if (state !== 'loading') return;
        video.play().then(
          () => onState('playing'),
          () => video.isConnected && onState('paused'),
        );
      }}
      // Sources say one by one that they cannot be used; after the last there is none to try.
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
