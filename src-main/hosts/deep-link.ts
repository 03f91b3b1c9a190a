const scheme = 'reeve:';

/**
 * The route of a deep link: `/users/7?tab=keys` for `reeve://users/7?tab=keys`; undefined for anything else. A link only
 * navigates, because no route writes.
 */
export function routeOf(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, host, pathname, search } = new URL(link);
  if (protocol !== scheme || !/^[a-z][a-z-]*$/.test(host)) return undefined;
  return `/${host}${pathname === '/' ? '' : pathname}${search}`;
}

/** The route of the first deep link on a command line. */
export function routeIn(argv: readonly string[]): string | undefined {
  return argv.map(routeOf).find((route) => route !== undefined);
}
