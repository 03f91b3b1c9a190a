import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';

const ENDPOINT_LIMIT = { error: 'This endpoint has been requested too many times. Try again later.' };

/** Whether a limit covers all requests, and not those of one endpoint. */
const isGeneral = (key: string) => key.startsWith('general ');

/**
 * 429. Real installations send text with `RateLimit-*` for the general limit, and JSON with only `Retry-After` for the
 * limit of one endpoint.
 */
export function tooMany(
  { dialect, rateLimitText }: Settings,
  key: string,
  budget: Readonly<Record<string, string>>,
  waitS: number,
): Refusal {
  const after = { 'retry-after': String(waitS) };
  if (dialect === 'documented') return new Refusal(429, '429 Too Many Requests', { ...budget, ...after });
  if (!isGeneral(key)) return new Refusal(429, { message: ENDPOINT_LIMIT }, after);
  const headers = { 'content-type': 'text/plain', ...budget, ...after };
  return new Refusal(429, Buffer.from(`${rateLimitText}\n`), headers);
}
