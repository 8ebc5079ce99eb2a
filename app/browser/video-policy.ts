export type VideoPolicy = 'none' | 'poster' | 'autoplay';

/** State of a navigation to the page of the full video, which starts it. */
export const STARTS_VIDEO = 'starts-video';

const MOBILE_MAX_WIDTH_PX = 699;

// Not `min-width: 700px`, which would exclude the widths between 699 and 700 px that browser zoom can produce.
const WIDE_WINDOW = `(width > ${MOBILE_MAX_WIDTH_PX}px)`;
const REDUCED_PREFERENCES = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'];

type Watchable = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

declare global {
  interface Navigator {
    /** Undefined in browsers without the Network Information API, which TypeScript's DOM types omit. */
    readonly connection?: Watchable & { readonly saveData?: boolean };
  }
}

type VideoPolicyDependencies = {
  matchMedia?: (query: string) => Watchable & { readonly matches: boolean };
  navigator?: Pick<Navigator, 'connection'>;
};

/** Creates a store for `useSyncExternalStore` that decides whether the video on the home page may load and autoplay. */
export function createVideoPolicy({
  matchMedia = (query) => globalThis.matchMedia(query),
  navigator = globalThis.navigator,
}: VideoPolicyDependencies = {}) {
  return {
    subscribe(onChange: () => void): () => void {
      const sources: (Watchable | undefined)[] = [WIDE_WINDOW, ...REDUCED_PREFERENCES].map((query) =>
        matchMedia(query),
      );
      sources.push(navigator.connection);
      for (const source of sources) source?.addEventListener('change', onChange);
      return () => {
        for (const source of sources) source?.removeEventListener('change', onChange);
      };
    },
    getSnapshot(): VideoPolicy {
      if (!matchMedia(WIDE_WINDOW).matches) return 'none';
      const isReduced =
        REDUCED_PREFERENCES.some((query) => matchMedia(query).matches) || navigator.connection?.saveData;
      return isReduced ? 'poster' : 'autoplay';
    },
    /** Returns no video: the server does not know the window width, and phones must not load a video needlessly. */
    getServerSnapshot(): VideoPolicy {
      return 'none';
    },
  };
}
