/**
 * What a window's address says that the window shows, before the route: `/?i=<profile>&s=<scope>#/users`. An empty
 * scope is the whole instance.
 */
export const windowParameters = { profile: 'i', scope: 's' } as const;
