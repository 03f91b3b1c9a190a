import type { Job } from '#shared/contract/job.ts';
import { jobs as words } from '#shared/text/en/jobs.ts';
import type { Stores } from '../stores/context.ts';
import { planTitleOf } from '../stores/plan-of-job.ts';
import { placeName, webhookName } from './scope.ts';

/** The name of a job: the title of its plan, or what it syncs and where. Read reactively. */
export function jobName(stores: Stores, job: Pick<Job, 'kind' | 'input' | 'profileId'>): string {
  const { kind, input, profileId } = job;
  const { scope = '' } = input;
  const title = planTitleOf(stores, job);
  if (title !== null) return title;
  const isHere = profileId === stores.profiles.openId && scope !== '';
  return words.nameOf(
    kind,
    input,
    isHere ? placeName(stores, scope) : null,
    isHere ? webhookName(stores, scope) : null,
  );
}

/** What needs attention: the name of a job, or of the group of jobs that ask about lost rows. */
export function problemName(stores: Stores, job: Job): string {
  const group = stores.jobs.lostRows.find(([first]) => first?.id === job.id);
  if (group === undefined) return jobNameOn(stores, job);
  const other = stores.profiles.nameOfOther(job.profileId);
  const name = words.rowsLost(group.length);
  return other === null ? name : words.on(name, other);
}

/** The name of a job, with its instance if that is not the open one. */
export function jobNameOn(stores: Stores, job: Pick<Job, 'kind' | 'input' | 'profileId'>): string {
  const other = stores.profiles.nameOfOther(job.profileId);
  const name = jobName(stores, job);
  return other === null ? name : words.on(name, other);
}
