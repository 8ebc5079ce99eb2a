/**
 * Script of the wall board: rotates the screens and polls for prices. It runs for weeks, so state must not accumulate.
 */

const WALL_BOARD = { pollMs: 15_000, timeoutMs: 10_000, screenMs: 12_000, releasePolls: 20 } as const;

const BOARD_SELECTOR = '.board';
/**
 * Elements that change with a release. The old content security policy blocks the new styles, so the board reloads, but
 * only after five minutes without a page of the same release: during a deploy, servers of both releases respond.
 */
const RELEASE_PARTS = ['head > style', 'body > script'];

const screens = () => [...document.querySelectorAll<HTMLElement>('[data-screen]')];

/** Phones show the page of cash bids, which must not change under the finger. */
const isShown = () => document.querySelector(BOARD_SELECTOR)?.checkVisibility() ?? false;

const isOfThisRelease = (page: string) =>
  RELEASE_PARTS.every((part) => page.includes(document.querySelector(part)?.outerHTML ?? ''));

/** Hides what has ended, between two polls and without a connection. */
function hideEnded() {
  for (const part of document.querySelectorAll<HTMLElement>('[data-ends]')) {
    const ends = Number(part.dataset['ends']);
    part.hidden = ends > 0 && ends <= Date.now();
  }
}

function startWallBoard(): void {
  let etag = '';
  let screen = 0;
  /** Number of pages of another release since the last one of this release. */
  let otherPages = 0;

  function show() {
    const all = screens();
    screen %= Math.max(all.length, 1);
    for (const [index, each] of all.entries()) each.hidden = index !== screen;
  }

  async function poll() {
    if (!isShown()) return setTimeout(() => void poll(), WALL_BOARD.pollMs);
    try {
      const response = await fetch(location.pathname, {
        cache: 'no-store',
        headers: etag === '' ? {} : { 'if-none-match': etag },
        signal: AbortSignal.timeout(WALL_BOARD.timeoutMs),
      });
      if (response.status === 200) {
        const text = await response.text();
        const isOther = !isOfThisRelease(text);
        otherPages = isOther ? otherPages + 1 : 0;
        if (otherPages >= WALL_BOARD.releasePolls) return location.reload();
        // Without the head, whose styles the policy of this page reports if they are those of another release.
        const page = new DOMParser().parseFromString(text.slice(text.indexOf('<body>')), 'text/html');
        const board = page.querySelector(BOARD_SELECTOR);
        if (!board) throw new Error('The response is not the bid board.');
        document.querySelector(BOARD_SELECTOR)?.replaceWith(document.adoptNode(board));
        // Request the next page in full, to see its release.
        etag = isOther ? '' : (response.headers.get('etag') ?? '');
        show();
      } else if (response.status === 304) otherPages = 0;
      else throw new Error(`The server responded with ${response.status}.`);
      showConnectionLoss(undefined);
    } catch {
      showConnectionLoss(new Date());
    }
    setTimeout(() => void poll(), WALL_BOARD.pollMs);
  }

  let lostAt: Date | undefined;

  /** Shows when the connection was lost; undefined clears the message. */
  function showConnectionLoss(now: Date | undefined) {
    lostAt = now && (lostAt ?? now);
    const message = document.getElementById('lost');
    if (!message) return;
    const zone = message.dataset['zone'] ?? 'UTC';
    const text = lostAt
      ? `Lost connection at ${timeIn(zone, lostAt)}. Prices may have changed. Ask at the office.`
      : '';
    if (message.textContent !== text) message.textContent = text;
  }

  show();
  hideEnded();
  setInterval(hideEnded, 1000);
  document.documentElement.dataset['started'] = '';
  setTimeout(() => void poll(), WALL_BOARD.pollMs);
  setInterval(() => {
    screen += 1;
    show();
  }, WALL_BOARD.screenMs);
}

/** Formats a time of day. Not imported, because sharing the helper would add a chunk to every page. */
const timeIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .toLowerCase();

startWallBoard();
