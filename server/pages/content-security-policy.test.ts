import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSite } from '#server/platform/settings/site-file.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { contentSecurityPolicy, hashSource, vendorFramePolicy } from './content-security-policy.ts';

const site = demoSite();

function readPolicy(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

test('allows scripts to connect only to our origin and the configured ones', () => {
  const parts = { site, scripts: [], styles: [] };
  const before = readPolicy(contentSecurityPolicy(parts));
  assert.deepEqual(before['connect-src'], ["'self'"]);
  const connections = ['https://s3.example.com'];
  assert.deepEqual(readPolicy(contentSecurityPolicy({ ...parts, connections })), {
    ...before,
    'connect-src': ["'self'", ...connections],
  });
});

test('builds a deterministic policy from the site file and our own scripts and styles only', () => {
  const parts = { site, scripts: ['ours()'], styles: ['p{}'] };
  const policy = contentSecurityPolicy(parts);
  assert.equal(contentSecurityPolicy(structuredClone(parts)), policy);
  assert.deepEqual(readPolicy(policy), {
    'default-src': ["'none'"],
    'script-src': [hashSource('ours()'), "'strict-dynamic'", "'self'"],
    'style-src': ["'self'", hashSource('p{}')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'", 'https://embed.windy.com'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  });
});

test('allows each origin of the iframes, images and videos in the site file once', () => {
  const { value } = checkSite(
    {
      ...site,
      embeds: {
        weatherMap: 'https://maps.example.com:8443/a?lat={lat}&lon={lon}',
        weatherForecast: 'http://forecast.example.com/{lat}/{lon}',
        video: 'https://video.example.com/embed/1;x,y',
        pages: { '/news': 'https://video.example.com/news', '/market-snapshot': '/stand-in/market' },
      },
      contentSecurityPolicy: {
        frames: ['https://*.widgets.example.com', 'https://video.example.com'],
        images: ['https://pictures.example.com'],
        media: ['https://films.example.com'],
      },
    },
    'site.json',
  );
  assert.ok(value);
  const policy = readPolicy(contentSecurityPolicy({ site: value, scripts: [], styles: [] }));
  assert.deepEqual(policy['frame-src'], [
    "'self'",
    'https://maps.example.com:8443',
    'http://forecast.example.com',
    'https://video.example.com',
    'https://*.widgets.example.com',
  ]);
  assert.deepEqual(policy['img-src'], ["'self'", 'data:', 'https://pictures.example.com']);
  assert.deepEqual(policy['media-src'], ["'self'", 'https://films.example.com']);
});

test('allows the origin of a vendor iframe, and nothing more for a vendor script', () => {
  const parts = { site, scripts: ['ours()'], styles: ['p{}'] };
  const plain = readPolicy(contentSecurityPolicy(parts));
  const framed = readPolicy(contentSecurityPolicy({ ...parts, widget: 'https://frames.example.com/news' }));
  assert.deepEqual(framed, {
    ...plain,
    'frame-src': [...(plain['frame-src'] ?? []), 'https://frames.example.com'],
  });
  const widget = { script: 'https://a.example.com/w.js?x', origins: ['https://data.example.com'] };
  assert.deepEqual(readPolicy(contentSecurityPolicy({ ...parts, widget })), plain);
});

test("sandboxes the document of a vendor's script, which may load only from the vendor's origins", () => {
  const origins = ['https://a.example.com', 'https://data.example.com'];
  const widget = { script: 'https://a.example.com/w.js?x', origins: ['https://data.example.com'] };
  const policy = readPolicy(vendorFramePolicy({ site, widget, script: 'ours()' }));
  assert.deepEqual(policy, {
    'default-src': ["'none'"],
    'script-src': [hashSource('ours()'), "'strict-dynamic'", ...origins],
    'style-src': ["'unsafe-inline'", ...origins],
    'img-src': ["'self'", 'data:', ...origins],
    'font-src': ["'self'", ...origins],
    'media-src': origins,
    'connect-src': origins,
    'frame-src': origins,
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'],
  });
  const own = readPolicy(vendorFramePolicy({ site, widget: { script: '/widget.js' }, script: 'ours()' }));
  assert.deepEqual(own['connect-src'], ["'self'"]);
});

test('adds no directive for any value that the site file accepts', () => {
  const hostile = [
    "https://a.example.com; script-src 'unsafe-inline'",
    'https://a.example.com;script-src',
    'https://a;script-src.example.com',
    "https://a.example.com/'unsafe-inline'",
    'https://a,b.example.com',
    "https://'unsafe-inline'",
    'https://',
    'https://[',
    'javascript:alert(1)',
    '//a.example.com',
  ];
  const before = contentSecurityPolicy({ site, scripts: [], styles: [] });
  for (const address of hostile) {
    const sites = [
      { ...site, embeds: { ...site.embeds, video: address } },
      { ...site, embeds: { ...site.embeds, weatherMap: `${address}?{lat}{lon}` } },
      { ...site, embeds: { ...site.embeds, pages: { '/news': address } } },
      { ...site, embeds: { ...site.embeds, pages: { '/news': { script: address, origins: [address] } } } },
      ...(['frames', 'images', 'media'] as const).map((kind) => ({
        ...site,
        contentSecurityPolicy: { [kind]: [address] },
      })),
    ];
    for (const each of sites) {
      const { value } = checkSite(each, 'site.json');
      if (!value) continue;
      const widget = value.embeds.pages['/news'];
      if (typeof widget === 'object' && widget) {
        const inner = vendorFramePolicy({ site: value, widget, script: '' });
        const usual = vendorFramePolicy({ site, widget: { script: '/w.js' }, script: '' });
        assert.deepEqual(Object.keys(readPolicy(inner)), Object.keys(readPolicy(usual)), address);
        assert.equal(inner.split(/[;,]/).length, usual.split(';').length, address);
      }
      const policy = contentSecurityPolicy({ site: value, scripts: [], styles: [], widget });
      assert.deepEqual(Object.keys(readPolicy(policy)), Object.keys(readPolicy(before)), address);
      assert.equal(policy.split(/[;,]/).length, before.split(';').length, address);
      assert.doesNotMatch(policy, /unsafe/, address);
    }
  }
});
