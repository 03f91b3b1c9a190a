/**
 * Query parameters in the address of a window: `/?i=<profile>&s=<scope>#/users`. An empty scope is the whole instance.
 */
export const windowParameters = { profile: 'i', scope: 's' } as const;
