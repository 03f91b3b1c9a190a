import { groupServiceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { pushRules } from '#main/api/endpoints/push-rules.ts';
import type { Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';

/**
 * Check by one GET that the owner of this token owns a group: only Owners may list its service accounts (document 3:51),
 * in every group and tier. If the instance has no such endpoint, or refuses paths there as older versions do, its push rule is requested (document 3:75), which also
 * requires the Owner role; "never configured" is an answer.
 * Fails: `denied` or `missing` if the person does not own it, or it is not a group.
 */
export async function isOwnGroup(send: Send, path: string, signal: AbortSignal): Promise<'owner'> {
  try {
    await send.rows(groupServiceAccounts.list, { path: { id: path }, query: { per_page: 1 } }, signal);
    return 'owner';
  } catch (thrown) {
    const { reason, status } = Failure.from(thrown);
    if (reason !== 'not-offered' && status !== 400) throw thrown;
  }
  try {
    await send(pushRules.get, { path: { id: path } }, signal);
  } catch (thrown) {
    if (Failure.from(thrown).reason !== 'never-configured') throw thrown;
  }
  return 'owner';
}
