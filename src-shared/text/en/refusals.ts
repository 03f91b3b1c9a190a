import { explain, type Explanation } from './failures.ts';
import { accounts } from './refusals/accounts.ts';
import { contents } from './refusals/contents.ts';
import { deployments } from './refusals/deployments.ts';
import { discussions } from './refusals/discussions.ts';
import { imports } from './refusals/imports.ts';
import { repositories } from './refusals/repositories.ts';
import { settings } from './refusals/settings.ts';

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
  const { status, reason } = failure;
  // A token without the scope is refused with 403 too, but needs other advice.
  const isOther = reason === 'scope' || reason === 'token-rejected';
  const own = typeof status === 'number' && !isOther ? refusals[op]?.[status] : undefined;
  return own ?? explain(failure);
}
