import type { FailureData } from '#shared/errors.ts';

/**
 * A message on a wire, sent as JSON text. The caller chooses `id`; a cancel has the `id` of its call. `asOf`: the moment in
 * the past that the call is about, in epoch milliseconds.
 */
export type Message =
  | { t: 'call'; id: number; section: string; verb: string; input?: unknown; asOf?: number }
  | { t: 'cancel'; id: number }
  | { t: 'ok'; id: number; value?: unknown }
  | { t: 'failed'; id: number; failure: FailureData }
  | { t: 'event'; section: string; name: string; data: unknown };

/** Whether a text is the reply to a call, without parsing it. */
export function isReply(text: string): boolean {
  return /^\{"t":"(?:ok|failed)",/.test(text);
}

/** Parse a message; null for any other text, because the other end of the wire is not trusted. */
export function readMessage(text: string): Message | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('t' in value)) return null;
  const message = value as Record<string, unknown>;
  const hasId = Number.isSafeInteger(message['id']);
  const hasMoment = message['asOf'] === undefined || Number.isSafeInteger(message['asOf']);
  const isNamed = (key: string): boolean => typeof message[key] === 'string';
  switch (message['t']) {
    case 'call':
      return hasId && hasMoment && isNamed('section') && isNamed('verb') ? (value as Message) : null;
    case 'cancel':
    case 'ok':
      return hasId ? (value as Message) : null;
    case 'failed':
      return hasId && typeof message['failure'] === 'object' && message['failure'] !== null ? (value as Message) : null;
    case 'event':
      return isNamed('section') && isNamed('name') ? (value as Message) : null;
    default:
      return null;
  }
}
