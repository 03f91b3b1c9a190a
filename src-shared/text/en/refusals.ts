import { isRefusedEverywhere } from '#shared/errors.ts';
import type { Explanation } from './failure-texts.ts';
import { explain } from './failures.ts';
import { accounts } from './refusals/accounts.ts';
import { contents } from './refusals/contents.ts';
import { deployments } from './refusals/deployments.ts';
import { discussions } from './refusals/discussions.ts';
import { imports } from './refusals/imports.ts';
import { repositories } from './refusals/repositories.ts';
import { settings } from './refusals/settings.ts';
import { readableMessage } from './reported-message.ts';

const refusals: Readonly<Partial<Record<string, Readonly<Record<number, Explanation>>>>> = {
  ...accounts,
  ...imports,
  ...deployments,
  ...repositories,
  ...settings,
  ...discussions,
  ...contents,
};

/** The explanation of a failed write: by its operation and status if there is one, else by the failure. */
export function explainWrite(
  op: string,
  failure: { code: string; reason?: string | null | undefined; status?: number | null | undefined },
): Explanation {
  const { code, status, reason } = failure;
  // A missing role is answered with 403 or 401. A 403 for another reason needs other advice.
  const isOther = reason === 'moved' || isRefusedEverywhere(failure) || (code === 'denied' && status === 403);
  const key = reason === 'role' ? 403 : isOther ? null : status;
  const own = typeof key === 'number' ? refusals[op]?.[key] : undefined;
  return own ?? explain(failure);
}

/**
 * The two sentences about a refused write. `reason`: the message of the platform in the words of the window, or what
 * failed if there is no message. `nextStep`: what the person can do.
 */
export function refusalOf(
  op: string,
  failure: Parameters<typeof explainWrite>[1] & { reportedMessage?: string | undefined },
): { reason: string; nextStep: string } {
  const { what, nextStep } = explainWrite(op, failure);
  return { reason: readableMessage(failure.reportedMessage ?? '').replace(/[^.!?…]$/, '$&.') || what, nextStep };
}
