/** Script of the pages of cash bids and of the harvest board, in a tab or an iframe, which keeps them current. */
import { refreshParts } from '#app/browser/live-parts.ts';
import { watchVersion } from '#app/browser/watch-version.ts';

watchVersion({ shown: document.documentElement.dataset['mark'] ?? '', refresh: () => refreshParts() });
