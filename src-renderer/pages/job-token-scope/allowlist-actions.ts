import Layers from '@lucide/icons/icons/layers';
import Lock from '@lucide/icons/icons/lock';
import LockOpen from '@lucide/icons/icons/lock-open';
import Trash from '@lucide/icons/icons/trash';
import type { AllowlistEntry, JobTokenReach, ProjectReach, ReachList } from '#shared/contract/job-token-reach.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { catalogue } from '#shared/text/en/catalogue.ts';
import { jobTokenForms as words } from '#shared/text/en/job-token-forms.ts';
import { jobTokenPage } from '#shared/text/en/job-token-scope.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { Dialogs } from '../../console/dialogs/use-dialogs.ts';
import { createAction, type PageAction } from '../../console/page/page-action.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { jobTokenLists } from '../../stores/project/job-token-reach.svelte.ts';
import { listSyncReason, startListSync } from '../../stores/sync-lists.ts';
import { removeCall } from './forms/allowlist-calls.ts';
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
  { stores, scope, reach }: Shown,
  dialogs: Dialogs,
  selected: readonly AllowlistEntry[],
  remove: () => void,
): PageAction[] {
  const reason = writeReason(stores);
  const ref = readScope(scope)?.ref ?? '';
  const projects = [{ ref, path: reach.path, inbound: reach.flag?.inbound ?? null, entries: entryCounts(reach) }];
  const openForm = (): void => dialogs.form(import('./forms/add-to-allowlist.ts'), { scope, reach });
  return [
    createAction({ ...add, disabledReason: reason, run: openForm }),
    {
      id: 'job-token-scope.remove',
      label: words.remove.many(selected.length),
      keywords: 'job token allowlist',
      icon: Trash,
      isBad: true,
      disabledReason: selected.length === 0 ? words.remove.none : reason,
      run: remove,
    },
    switchAction(stores, projects, true, reason),
    switchAction(stores, projects, false, reason),
    changeAction(dialogs, projects, reason),
  ];
}

/** How many projects and groups the allowlist allows; null: the list of them is not stored. */
export function entryCounts({ entries, lists }: JobTokenReach): EntryCounts {
  const countOf = (of: AllowlistEntry['kind'], { syncedAt }: ReachList): number | null =>
    syncedAt === null ? null : entries.filter(({ kind }) => kind === of).length;
  return { projects: countOf('project', lists.projects), groups: countOf('group', lists.groups) };
}

type EntryCounts = Pick<ProjectReach['entries'], 'projects' | 'groups'>;
type SwitchedProject = Pick<ProjectReach, 'ref' | 'path' | 'inbound'> & { entries: EntryCounts };

/**
 * Turns the allowlists of these projects on or off, as one plan that shows the consequences first. Projects whose
 * allowlist already has this state are left out. `reason`: why nothing can be changed now.
 */
export function switchAction(
  stores: Stores,
  projects: readonly SwitchedProject[],
  enabled: boolean,
  reason: string | null,
): PageAction {
  const changed = projects.filter(({ inbound }) => inbound !== enabled);
  const texts = enabled ? words.turnOn : words.turnOff;
  return {
    id: `job-token-scope.${enabled ? 'on' : 'off'}`,
    label: `${texts.title(changed.length)}…`,
    keywords: `job token scope ${enabled ? 'restrict' : 'open'}`,
    icon: enabled ? Lock : LockOpen,
    disabledReason: reason ?? (changed.length === 0 ? texts.is(projects.length) : null),
    run: () => {
      const where = words.placeOf(changed.map(({ path }) => visibleText(path)));
      void planAndApply(stores, {
        calls: changed.map(({ ref }) => ({ op: 'job-token-scope.edit', path: { id: ref }, body: { enabled } })),
        title: texts.title,
        consequence: texts.consequence(
          where,
          changed.map(({ entries }) => entries),
        ),
        done: () => texts.done(where),
        isShown: true,
      });
    },
  };
}

/** Opens the form that changes the entries of several allowlists, with these projects filled in. */
export function changeAction(
  dialogs: Dialogs,
  projects: readonly Pick<ProjectReach, 'path'>[],
  reason: string | null,
): PageAction {
  const paths = projects.map(({ path }) => path).join('\n');
  const run = (): void => dialogs.form(import('./forms/change-allowlists.ts'), paths);
  return {
    ...{ id: 'job-token-scope.bulk', label: catalogue.commands.allowlists, keywords: 'job token scope' },
    ...{ icon: Layers, disabledReason: reason, run },
  };
}

/** Syncs the allowlist of a project; `scope` null: of all known projects. */
export function syncAction(stores: Stores, scope: Scope | null): PageAction {
  const lists = jobTokenLists.map((collection) => ({ collection, scope }));
  const sync = async (): Promise<void> => {
    for (const list of lists) await startListSync(stores, list);
  };
  return {
    id: scope === null ? 'job-tokens.sync-all' : 'job-tokens.sync',
    label: scope === null ? jobTokenPage.syncAll : jobTokenPage.sync,
    disabledReason: lists.map((list) => listSyncReason(stores, list)).find((reason) => reason !== null) ?? null,
    run: () => void attempt(sync, jobTokenPage.syncFailed),
  };
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
