const scheme = 'reeve:';

/**
 * The route of a deep link in the window. A link of an instance (`reeve://i/…`, `formatLink`) and a malformed link lead to
 * the page that reads links. `reeve://users/7?tab=keys` is `/users/7?tab=keys` in the instance that the window shows.
 * Undefined: not a link of Reeve. A link only navigates, because no route writes.
 */
export function routeOf(link: string): string | undefined {
  if (!link.toLowerCase().startsWith(scheme)) return undefined;
  const own = URL.parse(link);
  if (own !== null && /^[a-z][a-z-]+$/.test(own.host))
    return `/${own.host}${own.pathname.replace(/^\/$/, '')}${own.search}`;
  return `/open?link=${encodeURIComponent(link.toWellFormed())}`;
}

/** The route of the first deep link on a command line. */
export function routeIn(argv: readonly string[]): string | undefined {
  return argv.map(routeOf).find((route) => route !== undefined);
}
