import Layers from '@lucide/icons/icons/layers';
import Lock from '@lucide/icons/icons/lock';
import LockOpen from '@lucide/icons/icons/lock-open';
import Plus from '@lucide/icons/icons/plus';
import Trash from '@lucide/icons/icons/trash';
import type { AllowlistEntry, JobTokenReach } from '#shared/contract/job-token-reach.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { catalogue } from '#shared/text/en/catalogue.ts';
import { jobTokenForms as words } from '#shared/text/en/job-token-forms.ts';
import { jobTokenPage } from '#shared/text/en/job-token-scope.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { PageAction } from '../../console/page/page-action.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { flagCall, removeCall } from './forms/allowlist-calls.ts';
import { add } from './verbs.ts';

/** The project whose job token scope is shown. */
interface Shown {
  stores: Stores;
  scope: Scope;
  reach: JobTokenReach;
}

/** An entry of the allowlist as text: projects and groups have separate IDs. */
export const keyOf = ({ kind, id }: Pick<AllowlistEntry, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The actions of the page. `selected`: the entries to remove. */
export function allowlistActions(
  { selected, ...shown }: Shown & { selected: readonly AllowlistEntry[] },
  run: { add: () => void; bulk: () => void; remove: (entries: readonly AllowlistEntry[]) => void },
): PageAction[] {
  const { stores, reach } = shown;
  const reason = writeReason(stores);
  const inbound = reach.flag?.inbound ?? null;
  return [
    {
      ...add,
      icon: Plus,
      keys: 'n',
      disabledReason: reason,
      run: run.add,
    },
    {
      id: 'job-token-scope.remove',
      label: words.remove.many(selected.length),
      keywords: 'job token allowlist',
      icon: Trash,
      isBad: true,
      disabledReason: selected.length === 0 ? words.remove.none : reason,
      run: () => run.remove(selected),
    },
    {
      id: 'job-token-scope.on',
      label: words.turnOn.label,
      keywords: 'job token scope restrict',
      icon: Lock,
      disabledReason: reason ?? (inbound === true ? words.turnOn.is : null),
      run: () => void setFlag(shown, true),
    },
    {
      id: 'job-token-scope.off',
      label: words.turnOff.label,
      keywords: 'job token scope open',
      icon: LockOpen,
      disabledReason: reason ?? (inbound === false ? words.turnOff.is : null),
      run: () => void setFlag(shown, false),
    },
    {
      id: 'job-token-scope.bulk',
      label: catalogue.commands.allowlists,
      keywords: 'job token scope',
      icon: Layers,
      disabledReason: reason,
      run: run.bulk,
    },
  ];
}

/** Turn the allowlist on or off. Its consequences are shown first. */
function setFlag({ stores, scope, reach }: Shown, enabled: boolean): Promise<Outcome> {
  const project = visibleText(words.projectOf(reach.path));
  const { projects, groups } = reach.lists;
  const ofKind = (kind: AllowlistEntry['kind']): number => reach.entries.filter((entry) => entry.kind === kind).length;
  const listed = jobTokenPage.allowlist.counts(
    projects.syncedAt === null ? null : ofKind('project'),
    groups.syncedAt === null ? null : ofKind('group'),
  );
  const texts = enabled ? words.turnOn : words.turnOff;
  return planAndApply(stores, {
    calls: [flagCall({ ref: readScope(scope)?.ref ?? '' }, enabled)],
    title: () => texts.title,
    consequence: enabled ? words.turnOn.consequence(project, listed) : words.turnOff.consequence(project),
    done: () => texts.done(project),
    isShown: true,
  });
}

/** Remove entries of the allowlist. One is removed at once and can be undone; several are shown as a plan. */
export function removeEntries({ stores, scope, reach }: Shown, entries: readonly AllowlistEntry[]): Promise<Outcome> {
  const project = { ref: readScope(scope)?.ref ?? '' };
  return planAndApply(stores, {
    calls: entries.map((entry) => removeCall(project, entry)),
    title: words.remove.plan,
    consequence: words.remove.consequence(visibleText(words.projectOf(reach.path))),
    done: ({ label }) => words.remove.done(visibleText(label)),
    isDestructive: true,
  });
}
