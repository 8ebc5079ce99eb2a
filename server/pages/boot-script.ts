/** Marks the document at the first scroll, from which on phones load images below their first screen (`base.css`). */
export const SCROLL_SCRIPT =
  'addEventListener("scroll",()=>{document.documentElement.dataset.scrolled=""},{once:true,passive:true})';

/**
 * Returns the inline script that loads the files of the page: with low priority once the content is shown, or immediately
 * if the page shows nothing without them. `requests` are those that the page's scripts send to the API first.
 * `strict-dynamic` trusts scripts that a listed script inserts, but not `import()` in the markup.
 */
export function bootScript(
  urls: readonly string[],
  deferred: readonly string[] = [],
  { isUrgent = false, requests = [] }: { isUrgent?: boolean; requests?: readonly string[] } = {},
): string {
  const priority = isUrgent ? 'high' : 'low';
  const run = appendEach(urls, 'script', 'type:"module"', priority);
  // Preload what the app imports and requests only once it runs.
  const preload =
    appendEach(deferred, 'link', 'rel:"modulepreload"', priority) +
    appendEach(requests, 'link', 'rel:"preload",as:"fetch",crossOrigin:""', priority);
  if (isUrgent) return `{document.documentElement.dataset.painted="";${run}${preload}}`;
  // Wait until the page is on the screen, so that scripts delay neither fonts nor images. A hidden page is never painted.
  const wait = `document.hidden||await Promise.all([${PAINTED},${FIRST_IMAGE}])`;
  // Images that have waited for the first one (`base.css`) are requested in the next frame, before the scripts.
  const frame = 'document.hidden||await new Promise((done)=>requestAnimationFrame(()=>setTimeout(done)))';
  return `(async()=>{${wait};document.documentElement.dataset.painted="";${frame};${run}${preload}})();`;
}

/**
 * Resolves once the browser has shown the first paint, which is later than its first frame. Browsers that protect against
 * fingerprinting report no paint, so it resolves after a second in any case.
 */
const PAINTED =
  'new Promise((done)=>{setTimeout(done,1e3);new PerformanceObserver(done).observe({type:"paint",buffered:true})})';

/** Resolves once the first image of an administrator's page, which needs no script, can be painted. */
const FIRST_IMAGE = 'document.querySelector("#own-page img[fetchpriority=high]")?.decode().catch(()=>{})';

function appendEach(urls: readonly string[], tag: 'script' | 'link', type: string, priority: string): string {
  if (urls.length === 0) return '';
  const attribute = tag === 'script' ? 'src' : 'href';
  return `for(const ${attribute} of ${JSON.stringify(urls)})document.head.append(Object.assign(document.createElement("${tag}"),{${type},fetchPriority:"${priority}",${attribute}}));`;
}
