import { users } from '#main/api/endpoints/users.ts';
import type { Instance } from './instance.ts';

/** Send a small request, so that the connection state becomes known. A refusal is a reply too. */
export async function ping({ send }: Instance, signal: AbortSignal): Promise<void> {
  await send(users.list, { query: { per_page: 1 } }, signal).catch(() => undefined);
}
