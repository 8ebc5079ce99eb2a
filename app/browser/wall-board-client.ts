/**
 * Script of the wall board: rotates the screens and polls for prices. It runs for weeks, so no state may accumulate.
 */

const WALL_BOARD = { askEveryMs: 15_000, timeoutMs: 10_000, screenMs: 12_000 } as const;

const BOARD = 'main';
/** The footer holds the name and telephone number, which can change too. */
const PARTS = [BOARD, 'footer'];
/** Parts that change with a release. Then reload, because the old content security policy blocks the new styles. */
const OF_RELEASE = ['head > style', 'body > script'];

const screens = () => [...document.querySelectorAll<HTMLElement>('[data-screen]')];

const isOfThisRelease = (page: string) =>
  OF_RELEASE.every((part) => page.includes(document.querySelector(part)?.outerHTML ?? ''));

function startWallBoard(): void {
  let etag = '';
  let screen = 0;

  function show() {
    const all = screens();
    screen %= Math.max(all.length, 1);
    for (const [at, each] of all.entries()) each.hidden = at !== screen;
  }

  async function ask() {
    try {
      const body = await fetch(location.pathname, {
        cache: 'no-store',
        headers: etag === '' ? {} : { 'if-none-match': etag },
        signal: AbortSignal.timeout(WALL_BOARD.timeoutMs),
      });
      if (body.status === 200) {
        const text = await body.text();
        if (!isOfThisRelease(text)) return location.reload();
        const page = new DOMParser().parseFromString(text, 'text/html');
        if (!page.querySelector(BOARD)) throw new Error('The response is not a bid board.');
        for (const part of PARTS) {
          const now = page.querySelector(part);
          if (now) document.querySelector(part)?.replaceWith(document.adoptNode(now));
        }
        etag = body.headers.get('etag') ?? '';
        show();
      } else if (body.status !== 304) {
        throw new Error(`The server responded with ${body.status}.`);
      }
      announceLoss(undefined);
    } catch {
      announceLoss(new Date());
    }
    setTimeout(() => void ask(), WALL_BOARD.askEveryMs);
  }

  let lostAt: Date | undefined;

  /** Shows since when prices may be outdated; undefined clears the message. */
  function announceLoss(now: Date | undefined) {
    lostAt = now && (lostAt ?? now);
    const words = document.getElementById('lost');
    if (!words) return;
    const zone = words.dataset['zone'] ?? 'UTC';
    const text = lostAt
      ? `Lost connection at ${timeIn(zone, lostAt)}. Prices may have changed. Ask at the office.`
      : '';
    if (words.textContent !== text) words.textContent = text;
  }

  show();
  setTimeout(() => void ask(), WALL_BOARD.askEveryMs);
  setInterval(() => {
    screen += 1;
    show();
  }, WALL_BOARD.screenMs);
}

/** Duplicated on purpose: importing the shared helper would add a chunk to every page. */
const timeIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .toLowerCase();

startWallBoard();
