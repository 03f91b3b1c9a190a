import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import { issues } from '#main/api/endpoints/issues.ts';
import { keys } from '#main/api/endpoints/keys.ts';
import { mergeRequests } from '#main/api/endpoints/merge-requests.ts';
import { notificationSettings } from '#main/api/endpoints/notification-settings.ts';
import { personalSnippets } from '#main/api/endpoints/snippets.ts';
import { runners } from '#main/api/endpoints/runners.ts';
import { serviceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { users } from '#main/api/endpoints/users.ts';
import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import type { Capability } from '#shared/contract/profiles.ts';
import type { Clock } from '#main/ports.ts';
import { Failure, isRefusedEverywhere } from '#shared/errors.ts';

interface Probe {
  name: string;
  endpoint: Endpoint;
  input: CallInput;
  /** A 404 means that the requested row does not exist, so the token has access. */
  isAllowedWhenMissing?: boolean;
}

const one: CallInput = { query: { per_page: 1 } };
/** No key has this fingerprint. */
const noKey: CallInput = { query: { fingerprint: `SHA256:${'A'.repeat(43)}` } };

/**
 * GETs without side effects that show what a token may do on the instance. Access to groups and projects is checked in
 * their lists.
 */
const usersProbe: Probe = { name: 'users', endpoint: users.list, input: one };
const probes: readonly Probe[] = [
  { name: 'runners.all', endpoint: runners.listAll, input: one },
  { name: 'runners', endpoint: runners.list, input: one },
  { name: 'service-accounts', endpoint: serviceAccounts.list, input: one },
  { name: 'keys', endpoint: keys.find, input: noKey, isAllowedWhenMissing: true },
  { name: 'issues', endpoint: issues.list, input: one },
  { name: 'merge-requests', endpoint: mergeRequests.list, input: one },
  { name: 'snippets', endpoint: personalSnippets.list, input: one },
  { name: 'notification-settings', endpoint: notificationSettings.get, input: {} },
];

/**
 * Find out what this token may do, with several requests at the same time. A refusal is a result.
 * Fails: only if the platform can't be reached, is down, rejects the token, or does not have this API.
 */
export async function probeCapabilities(send: Send, clock: Clock, signal: AbortSignal): Promise<Capability[]> {
  const known = await probeUsers(send, usersProbe, clock, signal);
  return [...known, ...(await Promise.all(probes.map((probe) => probeOne(send, probe, clock, signal))))];
}

/**
 * The list of users contains at least the owner of the token, and its fields show whether this is an administrator. A
 * list without a readable row does not come from this API.
 */
async function probeUsers(send: Send, probe: Probe, clock: Clock, signal: AbortSignal): Promise<Capability[]> {
  let isAdministrator = false;
  const list = await probeOne(send, probe, clock, signal, (rows: unknown) => {
    if (!Array.isArray(rows) || rows.length === 0) {
      throw new Failure('remote', 'the reply is not a list of users', { reason: 'not-this-api' });
    }
    isAdministrator = rows.some((row: object) => 'is_admin' in row);
  });
  if (list.outcome === 'missing') {
    throw new Failure('remote', `${list.endpoint} does not exist at this address`, {
      reason: 'not-this-api',
      reportedMessage: list.reportedMessage ?? undefined,
    });
  }
  if (list.outcome !== 'allowed') return [list];
  return [list, { ...list, name: 'users.administrator', outcome: isAdministrator ? 'allowed' : 'denied' }];
}

/** `check`: checks the reply. Only the first request passes it; failures of the later requests are results. */
async function probeOne(
  send: Send,
  { name, endpoint, input, isAllowedWhenMissing = false }: Probe,
  clock: Clock,
  signal: AbortSignal,
  check: ((value: unknown) => void) | null = null,
): Promise<Capability> {
  const asked = { name, endpoint: `${endpoint.method} ${endpoint.path}`, checkedAt: clock.now() };
  try {
    const answer = await send.answer(endpoint, input, signal);
    check?.(answer.value);
    return { ...asked, outcome: 'allowed', status: answer.status, reportedMessage: null };
  } catch (thrown) {
    const failure = Failure.from(thrown);
    const { code, status = null, reportedMessage = null } = failure;
    // A failure that is not a refusal by this API says nothing about the token
    const saysNothing = code === 'remote' || isRefusedEverywhere(failure) || status === null || status >= 500;
    if (saysNothing && check !== null) throw failure;
    signal.throwIfAborted();
    if (isAllowedWhenMissing && isResourceMissing(failure))
      return { ...asked, outcome: 'allowed', status, reportedMessage };
    const outcome = code === 'denied' || code === 'missing' ? code : 'unknown';
    return { ...asked, outcome, status, reportedMessage };
  }
}
