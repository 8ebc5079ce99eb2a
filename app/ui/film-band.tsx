import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createFilmAllowed } from '#app/browser/film-allowed.ts';
import { useSite } from '#app/site-context.ts';
import { SiteLink } from './site-link.tsx';
import { Spinner } from './spinner.tsx';
import styles from './film-band.module.css';

const filmAllowed = createFilmAllowed();

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
  // Whoever asked for less sees the film only on pressing play, and loses it again with the wide window.
  const [wasStarted, setWasStarted] = useState(false);
  const isShown = allowed === 'autoplay' || (allowed === 'poster' && wasStarted);

  return (
    <div className={styles.band}>
      <img
        className={styles.poster}
        src={film.poster}
        alt="The elevator at harvest"
        width="1280"
        height="220"
      />
      {isShown && <Film key={allowed} />}
      <div className={`wrap ${styles.controls}`}>
        {allowed === 'poster' && !wasStarted && (
          <button type="button" className={styles.control} onClick={() => setWasStarted(true)}>
            Play the film
          </button>
        )}
        <SiteLink className={styles.control} to="/about-us">
          Watch Full Video
        </SiteLink>
      </div>
    </div>
  );
}

function Film() {
  const { film } = useSite();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'loading' | 'playing' | 'paused'>('loading');

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // React sets `muted` as a property only after it has started; browsers refuse to start what is not muted.
    element.muted = true;
    // A browser that refuses to start by itself leaves the film paused, with its button to start it.
    element.play().catch(() => setState((now) => (element.paused && now === 'playing' ? 'paused' : now)));
  }, []);

  function toggle() {
    const element = video.current;
    if (!element) return;
    if (element.paused) void element.play();
    else element.pause();
  }

  return (
    <>
      <video
        ref={video}
        className={styles.film}
        data-state={state}
        muted
        loop
        autoPlay
        playsInline
        preload="auto"
        aria-label="The elevator at harvest"
        onCanPlayThrough={(event) => setState(event.currentTarget.paused ? 'paused' : 'playing')}
        onPlay={() => setState((now) => (now === 'loading' ? now : 'playing'))}
        onPause={() => setState((now) => (now === 'loading' ? now : 'paused'))}
      >
        {film.sources.map(({ path, type }) => (
          <source key={path} src={path} type={type} />
        ))}
      </video>
      {state === 'loading' ? (
        <div className={styles.waiting}>
          <Spinner label="The film is loading" />
        </div>
      ) : (
        <button type="button" className={styles.toggle} onClick={toggle}>
          {state === 'playing' ? 'Pause the film' : 'Play the film'}
        </button>
      )}
    </>
  );
}
