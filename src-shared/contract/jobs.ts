import { z } from 'zod';
import { belowCollections, detailedCollections, everywhereCollections, syncedCollections } from './collections.ts';
import { Job } from './job.ts';
import { command, epochMs, event, query, Scope } from './kit.ts';

export const jobs = {
  list: query(z.object({}).optional(), z.object({ jobs: z.array(Job) })),
  /**
   * Start or continue the sync of a collection. Returns the running job if there is one. `full`: sync all rows, not only
   * those that have changed.
   */
  sync: command(
    z.object({ collection: z.enum(syncedCollections), scope: Scope.default(''), full: z.boolean().optional() }),
    Job,
    { remote: true },
  ),
  /**
   * A page shows a list: sync it, unless it was synced within its interval, is refused, or cannot be reached. `since`:
   * sync it only if its last sync is older than this, in epoch milliseconds; null: only if it was never synced.
   */
  opened: command(
    z.object({ collection: z.enum(syncedCollections), scope: Scope.default(''), since: epochMs.nullable().optional() }),
    z.object({ isStarted: z.boolean() }),
  ),
  /** Sync a list in every group or project of the catalogue that can have it. */
  everywhere: command(z.object({ collection: z.enum(everywhereCollections) }), Job, { remote: true }),
  /**
   * Sync the lists of a collection below a project: of all synced rows that have one, such as the notes of
   * its issues, or the artifacts of all known jobs. Fails: `missing`, reason `nothing-below`, if no such list is known.
   */
  below: command(z.object({ collection: z.enum(belowCollections), scope: Scope }), Job, { remote: true }),
  /** Read the details of the cached rows of a scope that are older than `maxAgeMs` (an hour) or were never read. */
  details: command(
    z.object({
      collection: z.enum(detailedCollections),
      scope: Scope.default(''),
      maxAgeMs: z.number().int().min(0).optional(),
    }),
    Job,
    { remote: true },
  ),
  /** Start an ended job again, or continue one that waits for a person. Returns the job that then runs. */
  again: command(z.object({ id: z.string() }), Job, { remote: true }),
  cancel: command(z.object({ id: z.string() }), Job),
  /**
   * Stop counting a failed job as a problem. It stays in the list. Other jobs are not changed. Returns the job. Fails:
   * `missing`.
   */
  dismiss: command(z.object({ id: z.string() }), Job),
  /** Confirm a sync that would mark more than a fifth of the rows as no longer returned. */
  confirmNotReturned: command(z.object({ id: z.string() }), Job),
  /** Changed and new jobs, and the ids of those that are no longer listed. */
  changed: event(z.object({ jobs: z.array(Job), removed: z.array(z.string()) })),
};
