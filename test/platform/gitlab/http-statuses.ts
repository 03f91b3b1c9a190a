const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The status codes of the HTTP registry; 418 and 509 are not in it. */
const REGISTERED = new Set([
  ...between(100, 104),
  ...between(200, 208),
  226,
  ...between(300, 308),
  ...between(400, 417),
  ...between(421, 426),
  428,
  429,
  431,
  451,
  ...between(500, 508),
  510,
  511,
]);

/** Whether the HTTP registry has this status code. */
export const isRegisteredStatus = (code: number) => REGISTERED.has(code);
