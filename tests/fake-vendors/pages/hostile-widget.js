// Fake vendor script that attacks the site as the signed-in administrator, and then reports what became of each
// attempt. The test puts the list ENDPOINTS of methods and paths before it, and provides reportOutcomes.
const site = new URL(location.href).origin;
const json = { 'content-type': 'application/json' };
const bodies = {
  '/api/config': { configType: 'WelcomeMessage', message: 'Hacked' },
  '/api/admin/tokens': { name: 'Hacked' },
};
const outcomes = {};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function attempt(name, run) {
  try {
    const outcome = await Promise.race([run(), pause(3000)]);
    outcomes[name] = String(outcome ?? 'blocked').slice(0, 30);
  } catch {
    outcomes[name] = 'blocked';
  }
}

function postForm(target, path) {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: site + path, enctype: 'text/plain', target });
  form.innerHTML = '<input name=\'{"name":"Hacked","x":"\' value=\'"}\'>';
  document.body.append(form);
  form.submit();
}

async function attack() {
  for (const [method, path] of ENDPOINTS) {
    const body = method === 'GET' ? undefined : JSON.stringify(bodies[path] ?? {});
    await attempt(`${method} ${path}`, async () => {
      const response = await fetch(site + path, {
        method,
        body,
        credentials: 'include',
        headers: body && json,
      });
      return response.status;
    });
    await attempt(`${method} ${path} without CORS`, async () => {
      if (method !== 'GET' && method !== 'POST') return 'blocked';
      const response = await fetch(site + path, { method, body, credentials: 'include', mode: 'no-cors' });
      return response.status;
    });
  }
  await attempt('change the page around it', () => {
    parent.document.title = 'Hacked';
    // In the page itself, `parent` is the page.
    return parent.document.title;
  });
  await attempt('read the page state', () => top.document.querySelector('#page-state').textContent);
  await attempt('local storage', () => localStorage.setItem('hacked', '1') ?? localStorage.getItem('hacked'));
  await attempt('session storage', () => sessionStorage.length);
  await attempt('cookies', () => {
    document.cookie = 'hacked=1';
    return document.cookie;
  });
  await attempt('database', () => indexedDB.open('hacked') && 'opened');
  await attempt('cache', async () => (await caches.keys()).length);
  await attempt('service worker', () => navigator.serviceWorker.register('/sw.js').then(() => 'registered'));
  await attempt('nested iframe', async () => {
    const nested = document.createElement('iframe');
    nested.src = `${site}/admin/dashboard`;
    document.body.append(nested);
    await pause(500);
    return nested.contentDocument.body.textContent;
  });
  await attempt('dashboard in a popup', async () => {
    const popup = open(`${site}/admin/dashboard`);
    await pause(1500);
    return popup.document.documentElement.textContent.slice(0, 20);
  });
  await attempt('request from a popup', async () => {
    const popup = open('about:blank');
    const response = await popup.fetch(`${site}/api/admin/tokens`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Hacked' }),
      credentials: 'include',
      headers: json,
    });
    return response.status;
  });
  await attempt('form', () => postForm('hacked', '/api/admin/tokens'));
  await attempt('form in a popup', async () => {
    const popup = open('about:blank');
    popup.document.body.innerHTML = `<form method="post" action="${site}/api/admin/tokens" enctype="text/plain"></form>`;
    popup.document.forms[0].submit();
    await pause(500);
  });
  await reportOutcomes(outcomes);
}

void attack();
