export type FilmAllowed = 'none' | 'poster' | 'autoplay';

/** The widest window that counts as a phone's. */
export const MOBILE_MAX_WIDTH_PX = 699;

// "Above 699 px" to the letter: a zoomed window can be 699.5 px wide, which `min-width: 700px` would leave out.
const WIDE_ENOUGH = `(width > ${MOBILE_MAX_WIDTH_PX}px)`;
const WANTS_LESS = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'];

type Watchable = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

declare global {
  interface Navigator {
    /** Only some browsers have network information, and TypeScript's own types leave it out. */
    readonly connection?: Watchable & { readonly saveData?: boolean };
  }
}

type FilmDependencies = {
  matchMedia?: (query: string) => Watchable & { readonly matches: boolean };
  navigator?: Pick<Navigator, 'connection'>;
};

/** Whether the home page's film may load and start by itself, for React's `useSyncExternalStore`. */
export function createFilmAllowed({
  matchMedia = (query) => globalThis.matchMedia(query),
  navigator = globalThis.navigator,
}: FilmDependencies = {}) {
  return {
    subscribe(onChange: () => void): () => void {
      const sources: (Watchable | undefined)[] = [WIDE_ENOUGH, ...WANTS_LESS].map((query) =>
        matchMedia(query),
      );
      sources.push(navigator.connection);
      for (const source of sources) source?.addEventListener('change', onChange);
      return () => {
        for (const source of sources) source?.removeEventListener('change', onChange);
      };
    },
    getSnapshot(): FilmAllowed {
      if (!matchMedia(WIDE_ENOUGH).matches) return 'none';
      const wantsLess =
        WANTS_LESS.some((query) => matchMedia(query).matches) || navigator.connection?.saveData;
      return wantsLess ? 'poster' : 'autoplay';
    },
    /** The server cannot know the width, and nobody on a phone is to load a film that is then taken away. */
    getServerSnapshot(): FilmAllowed {
      return 'none';
    },
  };
}
