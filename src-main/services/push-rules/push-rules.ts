import { pushRuleId } from '#main/cache/collections/push-rules.ts';
import type { Ports } from '#main/ports.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { PushRule, type CachedPushRule, type PatternProblem, type PushRuleRegex } from '#shared/contract/push-rules.ts';
import { refreshSingle } from '../lists/refresh-single.ts';
import type { Instance } from '../instances/instance.ts';
import { checksOf } from './push-rule-commit.ts';
import { problemOf } from './push-rule-pattern.ts';

/** Push rules of groups, from the cache; `refresh` requests them from the platform. */
export function pushRules(open: () => Instance, { clock }: Pick<Ports, 'clock'>) {
  async function cached(scope: Scope, signal: AbortSignal): Promise<CachedPushRule> {
    const list = open().reader.lists('pushRules');
    const found = await list.detail({ scope, id: pushRuleId }, signal);
    if (found === null) {
      const { refusal } = await list.summary({ scope }, signal);
      return { state: 'never-synced', rule: null, fetchedAt: null, ...(refusal !== undefined && { refusal }) };
    }
    const { is_configured, ...fields } = found.row;
    const rule = PushRule.safeParse(fields);
    const fetchedAt = found.listFetchedAt;
    // A row without the fields of a rule means that the group has none
    if (!is_configured || !rule.success) return { state: 'none', rule: null, fetchedAt };
    return { state: 'configured', rule: rule.data, fetchedAt };
  }

  return {
    get: ({ scope }, signal) => cached(scope, signal),
    refresh: refreshSingle(open, 'pushRules', pushRuleId, clock),
    check: ({ patterns }) => {
      const problems: Partial<Record<PushRuleRegex, PatternProblem>> = {};
      for (const [field, pattern] of Object.entries(patterns) as [PushRuleRegex, string][]) {
        const problem = problemOf(pattern);
        if (problem !== null) problems[field] = problem;
      }
      return { problems };
    },
    checkCommit: async ({ groups, commit }, signal) => {
      const unsynced: Scope[] = [];
      for (const group of groups) {
        const { state, rule, fetchedAt } = await cached(open().scopeOf(group), signal);
        if (rule !== null) return { group, fetchedAt, checks: checksOf(rule, commit), unsynced };
        if (state === 'never-synced') unsynced.push(group);
      }
      return { group: null, fetchedAt: null, checks: [], unsynced };
    },
  } satisfies Services<ReeveContract>['pushRules'];
}
