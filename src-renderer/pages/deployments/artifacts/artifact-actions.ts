import CalendarX from '@lucide/icons/icons/calendar-x';
import Trash from '@lucide/icons/icons/trash';
import { onMount } from 'svelte';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { artifactForms } from '#shared/text/en/artifact-forms.ts';
import type { PageAction } from '../../../console/page/page-action.ts';
import { planAndApply } from '../../../console/plan/plan-and-apply.ts';
import { placeName, whereOf } from '../../../console/scope.ts';
import { writeReason } from '../../../stores/availability.ts';
import type { Stores } from '../../../stores/context.ts';
import { artifactWrites, JobArtifacts } from '../../../stores/project/artifacts/job-artifacts.svelte.ts';

/** What Reeve has changed, according to its journal. `jobId` null: only changes to the whole project. */
export function artifactWritesOf(stores: Stores, project: Scope, jobId: number | null) {
  const { profiles, scope } = stores;
  const { ref } = readScope(project) ?? {};
  const { id, path } = scope.project?.scope === project ? scope.project : {};
  const projects = [ref, id, path].filter((one) => one !== null && one !== undefined);
  return artifactWrites(stores.session, { profileId: profiles.openId, projects, jobId });
}

/**
 * The artifacts of a job and the actions on them. Call it in the script of a component: it follows its stores until the
 * component is removed.
 */
export function jobArtifacts(stores: Stores, project: Scope, jobId: number) {
  const store = new JobArtifacts(stores.session, `${project}/job:${jobId}`);
  const writes = artifactWritesOf(stores, project, jobId);
  onMount(() => store.follow());
  onMount(() => writes.follow());
  /** Whether the artifacts were deleted after their files were synced. Read reactively. */
  const isDeleted = (): boolean => (writes.value?.removedAt ?? 0) > (store.value?.syncedAt ?? 0);
  return { store, writes, isDeleted, actions: () => jobActions(stores, { project, jobId, store, isDeleted }) };
}

interface OfJob {
  project: Scope;
  jobId: number;
  store: JobArtifacts;
  isDeleted: () => boolean;
}

/** Keep and delete the artifacts of a job. Read reactively. */
function jobActions(stores: Stores, { project, jobId, store, isDeleted }: OfJob): readonly PageAction[] {
  const { keep, remove } = artifactForms;
  const reason = writeReason(stores) ?? (isDeleted() ? remove.gone : null);
  const path = { id: readScope(project)?.ref ?? '', job_id: jobId };
  return [
    {
      id: 'artifacts.keep',
      label: keep.label,
      look: 'default',
      title: keep.palette(jobId),
      icon: CalendarX,
      disabledReason: reason,
      run: () =>
        void planAndApply(stores, {
          calls: [{ op: 'artifacts.keep', path }],
          title: () => keep.title(jobId),
          done: () => keep.done(jobId),
          consequence: keep.consequence,
        }),
    },
    {
      id: 'artifacts.remove',
      label: remove.label,
      title: remove.palette(jobId),
      icon: Trash,
      isBad: true,
      disabledReason: reason,
      run: () =>
        void planAndApply(stores, {
          calls: [{ op: 'artifacts.remove', path }],
          title: () => remove.title(jobId),
          done: () => remove.done(jobId),
          consequence: () => remove.consequence(store.value?.stored.length ?? 0),
          isDestructive: true,
        }),
    },
  ];
}

/** Delete all artifacts of a project. Read reactively. */
export function projectActions(stores: Stores, project: Scope): readonly PageAction[] {
  const { removeAll } = artifactForms;
  const path = placeName(stores, project);
  // If only the ID is known, the name is “project 7”, because a number alone is ambiguous
  const name = /^\d+$/.test(path) ? whereOf(stores, project) : path;
  return [
    {
      id: 'artifacts.removeAll',
      label: removeAll.label,
      title: `${removeAll.title(name)}…`,
      icon: Trash,
      isBad: true,
      disabledReason: writeReason(stores),
      run: () =>
        void planAndApply(stores, {
          calls: [{ op: 'artifacts.removeAll', path: { id: readScope(project)?.ref ?? '' } }],
          title: () => removeAll.title(name),
          done: () => removeAll.done(name),
          consequence: removeAll.consequence,
          isDestructive: true,
        }),
    },
  ];
}
