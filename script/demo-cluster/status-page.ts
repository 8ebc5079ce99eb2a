import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeAttribute as escapeText } from 'entities/escape';
import type { Change, ClusterStatus, PartStatus } from './cluster-demo.ts';

const STYLES = join(import.meta.dirname, '../../app/styles');

export const STATUS_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; font-src data:; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Files of the status page: the site's colors and fonts, and its own. */
export const STATUS_FILES: ReadonlyMap<string, { type: string; body: string }> = new Map([
  [
    '/status.css',
    { type: 'text/css', body: read(STYLES, 'tokens.css') + withFonts() + readOwn('status-page.css') },
  ],
  ['/status.js', { type: 'text/javascript', body: readOwn('status-client.mjs') }],
]);

function withFonts(): string {
  return read(STYLES, 'fonts.css').replaceAll(/'\.\/(fonts\/[\w-]+\.woff2)'/g, (_, file: string) => {
    return `'data:font/woff2;base64,${readFileSync(join(STYLES, file)).toString('base64')}'`;
  });
}

function readOwn(file: string): string {
  return read(import.meta.dirname, file);
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Renders the status page. The script replaces the elements marked `data-live`. */
export function renderStatus(status: ClusterStatus): string {
  const { siteUrl, parts, hasS3, pages, images, failures, lastServers, change, activity } = status;
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo cluster</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/status.css">
<script type="module" src="/status.js"></script>
</head>
<body>
<header><div>
<h1>Demo cluster</h1>
<a href="${escapeText(siteUrl)}">Open the website through the balancer</a>
</div></header>
<main>
<p id="activity" role="status" data-live><span class="${activity.state}">${escapeText(activity.text)}</span></p>

<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
<p>A visitor in the background reads every page, and the images of the gallery, through the balancer.</p>
<dl id="counts" data-live>${count('Pages read', pages.responses)}${count('Pages failed', pages.failures, true)}${
    count('Images read', images.responses) + count('Images failed', images.failures, true)
  }</dl>
<p>Server of each page, newest first:</p>
<ol class="servers" id="servers" data-live>${lastServers.map((name) => `<li>${escapeText(shortName(name))}</li>`).join('')}</ol>
<ul id="failures" data-live class="muted">${
    failures.length === 0
      ? '<li>No failed requests.</li>'
      : failures.map(({ at, reason }) => `<li>${timeOf(at)}: ${escapeText(reason)}</li>`).join('')
  }</ul>
</section>

<section aria-labelledby="change"><h2 id="change">A change</h2>
<p>This raises the first fuel price by a cent, through the balancer, and measures when each server shows it.</p>
${button('price', 'Save a price', { isMain: true })}
<div id="last-change" data-live>${change ? renderChange(change) : '<p class="muted">No change yet.</p>'}</div>
</section>

<section aria-labelledby="parts"><h2 id="parts">Parts</h2>
<p>Kill ends a part as a crash would (SIGKILL). Restart also starts a part that was killed.${
    hasS3 ? '' : ' There is no S3 server: images are in a shared folder.'
  }</p>
<ul class="parts">${parts.map(renderPart).join('')}</ul>
${button('rolling-restart', 'Restart all servers, one at a time')}
</section>
</main>
</body>
</html>
`;
}

const shortName = (server: string) => server.replace('Server ', '');

const timeOf = (at: Date) => at.toLocaleTimeString('en-US');

function count(name: string, value: number, isBad = false): string {
  const style = isBad && value > 0 ? ' class="failed"' : '';
  return `<div><dt>${name}</dt><dd${style}>${value.toLocaleString('en-US')}</dd></div>`;
}

function renderChange({ text, server, version, saveMs, visible }: Change): string {
  const times = visible.map(({ server: name, ms }) => {
    const time = ms === undefined ? 'not visible' : `${Math.ceil(ms)} ms`;
    return `<li>${escapeText(name)}: ${time}</li>`;
  });
  return (
    `<p><strong>${escapeText(text)}.</strong> ${escapeText(server)} saved it in ${Math.ceil(saveMs)} ms, as change ` +
    `${version.toLocaleString('en-US')}. Time until each server showed it:</p><ul class="servers">${times.join('')}</ul>`
  );
}

function renderPart({ name, id, isUp, facts }: PartStatus): string {
  const state = isUp ? '<span class="up">Running</span>' : '<span class="failed">Not responding</span>';
  const more = facts.length === 0 ? '' : `<br><span class="muted">${escapeText(facts.join(' · '))}</span>`;
  return (
    `<li><div><h3>${escapeText(name)}</h3><p id="${id}" data-live>${state}${more}</p></div><div class="buttons">` +
    `${button(`${id}/kill`, 'Kill', { of: name })}${button(`${id}/restart`, 'Restart', { of: name })}</div></li>`
  );
}

function button(action: string, label: string, { of = '', isMain = false } = {}): string {
  const name = of && ` aria-label="${escapeText(`${label} ${of}`)}"`;
  return `<form method="post" action="/${action}"><button${isMain ? ' class="main"' : ''}${name}>${label}</button></form>`;
}
