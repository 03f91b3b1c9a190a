import { notificationSettings } from '#main/api/endpoints/notification-settings.ts';
import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import type { Send } from '#main/api/types.ts';
import { isDeniedHere } from '#shared/errors.ts';

export type Verdict = 'ok' | 'denied' | 'missing';

/**
 * Find out whether this token can see a group or project, by one GET without side effects: its notification settings
 * (document 1:196). They exist for both kinds, need no role, and are one small object; every other documented GET needs
 * a role or a tier, or lists rows.
 * A refusal is `denied` (it exists, or the scope of the token is too small), 404 is `missing` (it does not exist or is
 * hidden; the platform does not distinguish these).
 * Fails: if there is no reply; `denied`/`token-rejected` if the token is rejected, or as `isRefusedEverywhere` says.
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
    if (isResourceMissing(thrown)) return 'missing';
    if (isDeniedHere(thrown)) return 'denied';
    throw thrown;
  }
}
