/** With `node --import`, the clock is 400 days ahead. A build that contains its year, month or day then has another result. */
const RealDate = Date;
const now = (): number => RealDate.now() + 400 * 86_400_000;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
