import { users } from '#main/api/endpoints/users.ts';
import type { Instance } from './instance.ts';

/** Ask the platform for next to nothing, so that its connection state is known. A refusal is an answer too. */
export async function ping({ send }: Instance, signal: AbortSignal): Promise<void> {
  await send(users.list, { query: { per_page: 1 } }, signal).catch(() => undefined);
}
