import type { Reply } from '../http/reply.ts';

/** Optional fields that some versions send with another type. */
const OTHER_TYPES: Readonly<Record<string, (value: never) => unknown>> = {
  coverage: String,
  projects_limit: String,
  parent_id: String,
  maximum_timeout: (seconds: number) => seconds + 0.5,
  tag_list: (tags: readonly string[]) => tags.join(', '),
};

/** A reply in which these fields have another type. Null stays null. */
export function withOtherTypes(reply: Reply): Reply {
  if (typeof reply.body !== 'object') return reply;
  const text = JSON.stringify(reply.body, (name, value: unknown) => {
    const convert = Object.hasOwn(OTHER_TYPES, name) ? OTHER_TYPES[name] : undefined;
    return convert === undefined || value === null ? value : convert(value as never);
  });
  const headers = { 'content-type': 'application/json', ...reply.headers };
  return { status: reply.status, headers, bytes: Buffer.from(text) };
}

/** Added to IDs, so that a caller that reads them as floating-point numbers addresses another row. */
const BEYOND = 2n ** 53n;

/** An ID above 2^53, as a number in JSON. */
export const largeId = (id: number): unknown =>
  (JSON as typeof JSON & { rawJSON(text: string): unknown }).rawJSON(String(BEYOND + BigInt(id)));

/** Path parameters in which the large ID of a job is replaced by its own. */
export function withOwnIds(path: Readonly<Record<string, string>>): Record<string, string> {
  const { job_id: text = '' } = path;
  return /^\d{16,18}$/.test(text) ? { ...path, job_id: String(BigInt(text) - BEYOND) } : { ...path };
}
