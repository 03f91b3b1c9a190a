/**
 * Query parameters in the address of a window: `/?i=<profile>&s=<scope>&as_of=<moment>#/users`. An empty scope is the whole
 * instance. Without a moment, the window shows the present.
 */
export const windowParameters = { profile: 'i', scope: 's', asOf: 'as_of' } as const;

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/;

/** A moment as an address has it: `2026-11-20T17:00Z`, with seconds if it has some. Milliseconds are left out. */
export function formatMoment(at: number): string {
  const text = new Date(at).toISOString();
  return `${text.slice(0, text.slice(17, 19) === '00' ? 16 : 19)}Z`;
}

/** The reverse of `formatMoment`, in epoch ms; null: the text is no moment, or one in the future. */
export function readMoment(text: string | null): number | null {
  const at = text !== null && moment.test(text) ? Date.parse(text) : Number.NaN;
  return at <= Date.now() ? at : null;
}
