import { notificationSettings } from '#main/api/endpoints/notification-settings.ts';
import type { Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';

export type Verdict = 'ok' | 'denied' | 'missing';

/**
 * Ask whether this token sees a group or project, by one harmless GET. Chosen: its notification settings (document 1:196),
 * for both kinds the same. They are the token owner's own, need no role beyond seeing the thing, are one small object
 * whatever its size, and reading them changes nothing; every other documented GET needs a role, a tier, or lists rows.
 * 403 is `denied` (it is there, or the token's scope is too small), 404 is `missing` (not there, or hidden: the platform
 * does not tell these apart). Fails when there is no answer, and `denied`/`token-rejected` when the token itself is refused.
 */
export async function verify(
  send: Send,
  kind: 'group' | 'project',
  ref: number | string,
  signal: AbortSignal,
): Promise<Verdict> {
  const endpoint = kind === 'group' ? notificationSettings.getOfGroup : notificationSettings.getOfProject;
  try {
    await send(endpoint, { path: { id: ref } }, signal);
    return 'ok';
  } catch (thrown) {
    const { status, reason } = Failure.from(thrown);
    if (status === 403) return 'denied';
    if (status === 404 && reason !== 'not-offered') return 'missing';
    throw thrown;
  }
}

/** Run over all, a few side by side; the first failure ends it, what is done stays done. */
export async function inParallel<T>(all: readonly T[], width: number, work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(width, all.length) }, lane));
}
