import type { rowArchive } from '#main/services/archive/row-archive.ts';
import { collections, isCollection } from '#shared/contract/collections.ts';
import type { JobContext, JobKind } from './job.ts';

/**
 * The same kind of job for lists of which the platform forgets rows. Archived rows are cached again before the list is
 * synced, so that they are recognized; afterwards what the platform will forget is archived.
 */
export function withArchive(kind: JobKind, archive: ReturnType<typeof rowArchive>): JobKind {
  const keep = async ({ instance, input }: Pick<JobContext, 'instance' | 'input'>): Promise<void> => {
    const { stem = '', scope = null } = input;
    if (isCollection(stem)) await archive.storeEnded(instance, stem, scope);
  };
  return {
    ...kind,
    async run(context) {
      const { stem = '' } = context.input;
      if (isCollection(stem) && collections[stem].expires) await archive.restoreOnce(context.instance, stem);
      const outcome = await kind.run(context);
      if (outcome.kind === 'done') await keep(context);
      return outcome;
    },
    async accept(context) {
      await kind.accept(context);
      await keep(context);
    },
  };
}
