const scheme = 'reeve:';

/**
 * The route that a deep link means: `reeve://users/7?tab=keys` is `/users/7?tab=keys`. Links navigate and never write,
 * because routes never write. Undefined for anything else.
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
