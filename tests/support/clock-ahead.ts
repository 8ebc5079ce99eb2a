/** Preloaded by servers in tests: sets their clock ahead of the machine's, or back. */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
const { now } = Date;

globalThis.Date = new Proxy(Date, {
  construct: (target, values: ConstructorParameters<typeof Date> | [], newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [now() + aheadMs], newTarget) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? () => now() + aheadMs : (Reflect.get(target, name, receiver) as unknown),
});
