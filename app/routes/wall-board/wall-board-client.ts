/**
 * Script of the wall board: rotates the screens and keeps them current. It runs for weeks, so state must not accumulate.
 */
import { refreshParts } from '#app/browser/live-parts.ts';
import { watchVersion } from '#app/browser/watch-version.ts';

const SCREEN_MS = 12_000;

const screens = () => [...document.querySelectorAll<HTMLElement>('[data-screen]')];

/** Hides what has ended, between two polls and without a connection. */
function hideEnded() {
  for (const part of document.querySelectorAll<HTMLElement>('[data-ends]')) {
    const ends = Number(part.dataset['ends']);
    part.hidden = ends > 0 && ends <= Date.now();
  }
}

function startWallBoard(): void {
  let screen = 0;

  function show() {
    const all = screens();
    screen %= Math.max(all.length, 1);
    for (const [index, each] of all.entries()) each.hidden = index !== screen;
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
  watchVersion({
    shown: document.documentElement.dataset['mark'] ?? '',
    async refresh() {
      const mark = await refreshParts({ isQuiet: true });
      show();
      return mark;
    },
    onAnswer: (isReached) => showConnectionLoss(isReached ? undefined : new Date()),
  });
  setInterval(() => {
    screen += 1;
    show();
  }, SCREEN_MS);
}

/** Formats a time of day. Not imported, because sharing the helper would add a chunk to every page. */
const timeIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .toLowerCase();

startWallBoard();
