import Layers from '@lucide/icons/icons/layers';
import Lock from '@lucide/icons/icons/lock';
import LockOpen from '@lucide/icons/icons/lock-open';
import type { ProjectReach } from '#shared/contract/job-token-reach.ts';
import { consoles } from '#shared/text/en/console.ts';
import { jobTokens as words } from '#shared/text/en/job-tokens.ts';
import type { PageAction } from '../../console/page/page-action.ts';
import { planAndApply } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { flagCall } from '../job-token-scope/forms/allowlist-calls.ts';

/** The actions on these projects. `change`: opens the form for their entries. */
export function projectActions(
  stores: Stores,
  rows: readonly ProjectReach[],
  change: (projects: string) => void,
): PageAction[] {
  const keywords = 'job token scope allowlist';
  const reason = rows.length === 0 ? consoles.bulk.nothingChosen(words.noun) : writeReason(stores);
  const turn = (to: 'on' | 'off'): PageAction => {
    const enabled = to === 'on';
    const changed = rows.filter(({ isMissing, inbound }) => !isMissing && inbound !== enabled);
    const { title, consequence, none } = words.turn[to];
    const unsynced = changed.filter(({ syncedAt }) => syncedAt === null).length;
    return {
      ...{ id: `job-tokens.${to}`, label: `${title(changed.length)}…`, keywords, icon: enabled ? Lock : LockOpen },
      disabledReason: reason ?? (changed.length === 0 ? none : null),
      run: () =>
        void planAndApply(stores, {
          calls: changed.map((row) => flagCall(row, enabled)),
          title,
          consequence: consequence(changed.length, unsynced),
          isShown: true,
        }),
    };
  };
  const paths = (): string => rows.map(({ path }) => path).join('\n');
  const edit = { id: 'job-tokens.change', label: words.change, keywords, icon: Layers };
  return [turn('on'), turn('off'), { ...edit, disabledReason: reason, run: () => change(paths()) }];
}
