import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { runVendorFrame, watchVendorFrame, type VendorState } from './vendor-frame.ts';

/** Sets globals of a browser for one test. */
function setGlobals(t: TestContext, globals: object): void {
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).forEach((name) => Reflect.deleteProperty(globalThis, name)));
}

/** Watches a fake iframe. `send` is a message from a window, which is that of the iframe by default. */
function watch(t: TestContext, run: typeof watchVendorFrame = watchVendorFrame) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: unknown[] = [];
  const inside = { postMessage: (data: unknown) => requests.push(data) };
  const frame = { contentWindow: inside, style: { height: '' } };
  const listeners = new Set<(event: unknown) => void>();
  setGlobals(t, {
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  });
  const states: VendorState[] = [];
  const stop = run(frame as unknown as HTMLIFrameElement, (state) => states.push(state));
  return {
    frame,
    states,
    requests,
    stop,
    wait: (ms: number) => t.mock.timers.tick(ms),
    send(data: unknown, source: unknown = inside) {
      for (const listener of listeners) listener({ source, data, origin: 'null' });
    },
  };
}

const EMPTY = { heightPx: 0, disclaimer: '', isFailed: false };
const FAILED = { isFailed: true, disclaimer: '' };

test('reports a script that fails to load', (t) => {
  const vendor = watch(t);
  vendor.send({ ...EMPTY, isFailed: true });
  assert.deepEqual(vendor.states, [FAILED]);
});

test('reports an empty iframe after 8 seconds, until the vendor fills it', (t) => {
  const vendor = watch(t);
  vendor.send(EMPTY);
  vendor.wait(7999);
  assert.deepEqual(vendor.states, []);
  vendor.wait(1);
  vendor.send(EMPTY);
  assert.deepEqual(vendor.states, [FAILED]);
  vendor.send({ ...EMPTY, heightPx: 200 });
  assert.deepEqual(vendor.states, [FAILED, { isFailed: false, disclaimer: '' }]);
});

test('reports an iframe whose document never loads after 8 seconds', (t) => {
  const vendor = watch(t);
  vendor.wait(8000);
  assert.deepEqual(vendor.states, [FAILED]);
});

test('asks for a report, because the first one may precede it', (t) => {
  assert.deepEqual(watch(t).requests, ['report']);
});

test('never reports a failure of an iframe that is filled in time, even if it is emptied again', (t) => {
  const vendor = watch(t);
  vendor.send({ ...EMPTY, heightPx: 300 });
  vendor.send(EMPTY);
  vendor.wait(60_000);
  assert.deepEqual([vendor.states, vendor.frame.style.height], [[], '300px']);
});

test('fits the iframe to its content, from 40 to 3,000 pixels', (t) => {
  const vendor = watch(t);
  const heights = [1, 39.5, 700.2, 3001, Infinity, NaN, -5, '900', undefined].map((heightPx) => {
    vendor.send({ ...EMPTY, heightPx });
    return vendor.frame.style.height;
  });
  assert.deepEqual(heights, ['40px', '40px', '701px', ...Array<string>(6).fill('3000px')]);
});

test('shows the disclaimer as text, up to 1,000 characters', (t) => {
  const vendor = watch(t);
  for (const disclaimer of ['Delayed.', 'Delayed.', 'x'.repeat(2000)]) vendor.send({ ...EMPTY, disclaimer });
  const disclaimers = vendor.states.map(({ disclaimer }) => disclaimer);
  assert.deepEqual(disclaimers, ['Delayed.', 'x'.repeat(1000)]);
});

test('ignores messages from other windows, and messages of other shapes', (t) => {
  const vendor = watch(t);
  const report = { heightPx: 900, disclaimer: 'Send money.', isFailed: true };
  for (const source of [{}, null, globalThis]) vendor.send(report, source);
  for (const data of [null, 'report', 7, [], { heightPx: 900 }, { ...report, disclaimer: {} }])
    vendor.send(data);
  vendor.frame.contentWindow = null as never;
  vendor.send(report, null);
  assert.deepEqual([vendor.states, vendor.frame.style.height], [[], '']);
});

test('reports nothing after it is stopped', (t) => {
  const vendor = watch(t);
  vendor.stop();
  vendor.wait(60_000);
  vendor.send({ ...EMPTY, isFailed: true });
  assert.deepEqual(vendor.states, []);
});

test('works from its source alone, which the server puts into a page', (t) => {
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- The page runs the source in the same way.
  const copy = new Function(`return ${watchVendorFrame.toString()}`)() as typeof watchVendorFrame;
  const vendor = watch(t, copy);
  vendor.wait(8000);
  assert.deepEqual(vendor.states, [FAILED]);
});

/** Runs the script of a vendor's document in a fake document, with an element that is empty at first. */
function runIn(t: TestContext, start: typeof runVendorFrame) {
  const reports: unknown[] = [];
  const script = new EventTarget() as HTMLScriptElement;
  const inserted: unknown[] = [];
  const element = {
    isConnected: true,
    childElementCount: 0,
    textContent: ' ',
    after: (each: unknown) => inserted.push(each),
  };
  const disclaimer = { textContent: '' };
  const body = { scrollHeight: 320 };
  const observers: (() => void)[] = [];
  let ask: ((event: unknown) => void) | undefined;
  const parent = { postMessage: (report: unknown) => reports.push(report) };
  function Observer(callback: () => void) {
    observers.push(callback);
    return { observe: () => {} };
  }
  setGlobals(t, {
    parent,
    innerHeight: 515,
    addEventListener: (_: string, listener: typeof ask) => (ask = listener),
    ResizeObserver: Observer,
    MutationObserver: Observer,
    document: {
      querySelector: (selector: string) => (selector === '.barchart' ? element : disclaimer),
      createElement: () => script,
      documentElement: { clientHeight: 500 },
      body,
    },
  });
  start({ script: 'https://vendor.example/w.js' });
  assert.deepEqual([inserted, script.src], [[script], 'https://vendor.example/w.js']);
  const send = (event: unknown) => ask?.(event);
  return { reports, script, element, disclaimer, observers, parent, body, ask: send };
}

for (const [kind, start] of [
  ['itself', runVendorFrame],
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- The page runs the source in the same way.
  ['its source', new Function(`return ${runVendorFrame.toString()}`)() as typeof runVendorFrame],
] as const) {
  test(`reports height, disclaimer, and failure of a vendor's script, from ${kind}`, (t) => {
    const { reports, script, element, disclaimer, observers, parent, body, ask } = runIn(t, start);
    for (const observe of observers) observe();
    assert.deepEqual(reports, [EMPTY, EMPTY]);
    script.dispatchEvent(new Event('error'));
    assert.deepEqual(reports.pop(), { ...EMPTY, isFailed: true });
    element.childElementCount = 1;
    disclaimer.textContent = ' Delayed. ';
    ask({ source: parent, data: 'report' });
    // The horizontal scroll bar is 15 pixels high.
    assert.deepEqual(reports.pop(), { heightPx: 335, disclaimer: 'Delayed.', isFailed: true });
    body.scrollHeight = 0;
    ask({ source: parent, data: 'report' });
    assert.deepEqual(reports.pop(), { heightPx: 515, disclaimer: 'Delayed.', isFailed: true });
    const before = reports.length;
    ask({ source: {}, data: 'report' });
    ask({ source: parent, data: { ...EMPTY } });
    assert.equal(reports.length, before);
  });
}
