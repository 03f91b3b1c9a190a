import type { Clock } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { requireListed, sourceOf } from '#main/services/lists/list-sources.ts';
import { listsBelow } from '#main/services/pins/lists-below.ts';
import { collections } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import type { Services } from '#shared/contract/kit.ts';
import { projectRefOf, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { OpenedLists } from './opened-lists.ts';
import type { scheduler } from './scheduler.ts';

/** The verbs about jobs. New jobs are for the instance that the window shows. */
export function jobServices(
  jobs: ReturnType<typeof scheduler>,
  open: () => Instance,
  clock: Clock,
  syncOpened: OpenedLists,
) {
  /** Fails: at once if the list doesn't exist for this scope. */
  function startList(kind: string, collection: string, scope: Scope, more: JobInput = {}): Job {
    const instance = open();
    requireListed(sourceOf(collection), scope);
    return jobs.start(kind, instance.profile.id, { collection, scope: instance.scopeOf(scope), ...more });
  }
  return {
    list: () => ({ jobs: jobs.list() }),
    sync: ({ collection, scope, full }) => {
      if (collections[collection].sync === 'windows') return jobs.start('users.crawl', open().profile.id);
      return startList('lists.crawl', collection, scope, full === true ? { full: 'yes' } : {});
    },
    opened: async (list, signal) => ({ isStarted: await syncOpened(open(), list, signal) }),
    details: ({ collection, scope, maxAgeMs }) =>
      startList('lists.details', collection, scope, maxAgeMs === undefined ? {} : { maxAgeMs: String(maxAgeMs) }),
    everywhere: ({ collection }) => jobs.start('lists.everywhere', open().profile.id, { collection }),
    below: async ({ collection, scope }, signal) => {
      const instance = open();
      const project = instance.scopeOf(scope);
      projectRefOf(project);
      const lists = await listsBelow(instance, { collection, project, since: clock.now(), clock }, signal);
      if (lists.length === 0) throw new Failure('missing', 'no list below is known', { reason: 'nothing-below' });
      return jobs.start('lists.below', instance.profile.id, { collection, scope: project });
    },
    again: ({ id }) => jobs.again(id),
    cancel: ({ id }) => jobs.cancel(id),
    dismiss: ({ id }) => jobs.dismiss(id),
    confirmNotReturned: ({ id }) => jobs.confirm(id),
  } satisfies Services<ReeveContract>['jobs'];
}
