import { pushRules as api } from '#main/api/endpoints/push-rules.ts';
import type { Send } from '#main/api/types.ts';
import type { GroupPushRule } from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import type { OwnSource } from '../list-source.ts';

/** The push rule of a group as a list with one row. It has no details, so a new rule has no fields of a former one. */
export const pushRules: OwnSource<'pushRules'> = {
  parts: async ({ send, ref, signal }) => [{ rows: [await readPushRule(send, ref, signal)] }],
  read: undefined,
  path: ({ ref }) => `/groups/${encodeURIComponent(ref)}/push_rule`,
};

/**
 * Request the push rule of a group, as it is cached. `is_configured` false: the group has none. Fails: as the sender
 * does.
 */
export async function readPushRule(send: Send, ref: number | string, signal: AbortSignal): Promise<GroupPushRule> {
  try {
    return { ...(await send(api.get, { path: { id: ref } }, signal)), is_configured: true };
  } catch (thrown) {
    const isNone = thrown instanceof Failure && thrown.reason === 'never-configured';
    if (!isNone) throw thrown;
    return { is_configured: false };
  }
}
