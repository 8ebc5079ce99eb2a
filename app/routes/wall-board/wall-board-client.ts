/**
 * Script of the wall board: rotates the screens and polls for prices. It runs for weeks, so state must not accumulate.
 */

const WALL_BOARD = { pollMs: 15_000, timeoutMs: 10_000, screenMs: 12_000 } as const;

const BOARD_SELECTOR = 'main';
/** The footer holds the name and telephone number, which can change too. */
const PARTS = [BOARD_SELECTOR, 'footer'];
/** Elements that change with a release. Reload then: the old content security policy blocks the new styles. */
const RELEASE_PARTS = ['head > style', 'body > script'];

const screens = () => [...document.querySelectorAll<HTMLElement>('[data-screen]')];

const isOfThisRelease = (page: string) =>
  RELEASE_PARTS.every((part) => page.includes(document.querySelector(part)?.outerHTML ?? ''));

function startWallBoard(): void {
  let etag = '';
  let screen = 0;

  function show() {
    const all = screens();
    screen %= Math.max(all.length, 1);
    for (const [index, each] of all.entries()) each.hidden = index !== screen;
  }

  async function poll() {
    try {
      const response = await fetch(location.pathname, {
        cache: 'no-store',
        headers: etag === '' ? {} : { 'if-none-match': etag },
        signal: AbortSignal.timeout(WALL_BOARD.timeoutMs),
      });
      if (response.status === 200) {
        const text = await response.text();
        if (!isOfThisRelease(text)) return location.reload();
        const page = new DOMParser().parseFromString(text, 'text/html');
        if (!page.querySelector(BOARD_SELECTOR)) throw new Error('The response is not the bid board.');
        for (const part of PARTS) {
          const replacement = page.querySelector(part);
          if (replacement) document.querySelector(part)?.replaceWith(document.adoptNode(replacement));
        }
        etag = response.headers.get('etag') ?? '';
        show();
      } else if (response.status !== 304) {
        throw new Error(`The server responded with ${response.status}.`);
      }
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
