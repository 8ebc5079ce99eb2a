/** Updates the status page every second, and sends its forms without leaving it, so that the focus stays. */
const INTERVAL_MS = 1000;
const activity = document.getElementById('activity');

async function refresh() {
  try {
    const response = await fetch('/');
    if (!response.ok) throw new Error(String(response.status));
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of document.querySelectorAll('[data-live]')) {
      const html = next.getElementById(part.id)?.innerHTML;
      // An unchanged announcement must not be read again.
      if (html !== undefined && html !== part.innerHTML) part.innerHTML = html;
    }
  } catch {
    const text = 'The demo has stopped. To start it again, run npm run demo:cluster, and reload this page.';
    if (activity.textContent !== text) activity.textContent = text;
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void fetch(event.target.action, { method: 'POST', redirect: 'manual' })
    .catch(() => undefined)
    .then(refresh);
});

for (;;) {
  await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  await refresh();
}
