import { z } from 'zod';
import { Job, JobInput } from '#shared/contract/job.ts';
import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

/** The number of jobs to keep. */
const maxJobs = 500;

const maxCrashes = 2;

function afterCrash(job: Job): Job {
  // A job that was only waiting cannot have ended the program
  const crashes = (job.crashes ?? 0) + (job.state === 'running' ? 1 : 0);
  const ended = { ...job, crashes, etaMs: null, resumeAt: null };
  return crashes < maxCrashes
    ? { ...ended, state: 'interrupted' }
    : { ...ended, state: 'needs-person', asks: 'crashed', failure: null };
}

type Names = Readonly<Record<string, string>>;

/** Inputs and questions whose name in `state.db` differs from their name in the code. */
export const storedJobNames: Readonly<Record<'inputs' | 'questions', Names>> = {
  inputs: { collection: 'stem' },
  questions: { 'not-returned': 'gone' },
};
const reversed = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).map(([name, stored]) => [stored, name]));
const inputNames = reversed(storedJobNames.inputs);
const questionNames = reversed(storedJobNames.questions);

function renamed(input: JobInput, names: Names): JobInput {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names[name] ?? name, value]));
}

function toDoc({ input, asks, ...job }: Job): string {
  return storedJson({
    ...job,
    input: renamed(input, storedJobNames.inputs),
    ...(asks && { asks: storedJobNames.questions[asks] ?? asks }),
  });
}

const StoredJob = z.looseObject({ input: JobInput.default({}), asks: z.string().optional() });

/** The jobs in these documents. Jobs in an unknown format are left out. */
function readable(docs: string[]): Job[] {
  return docs.flatMap((doc) => {
    const stored = StoredJob.safeParse(fromStoredJson(doc));
    if (!stored.success) return [];
    const { input, asks, ...job } = stored.data;
    const parsed = Job.safeParse({
      ...job,
      input: renamed(input, inputNames),
      ...(asks !== undefined && { asks: questionNames[asks] ?? asks }),
    });
    return parsed.success ? [parsed.data] : [];
  });
}

/** Stored jobs. Times are epoch milliseconds. */
export function jobs(db: Db) {
  const sql = statements(db);
  const put = db.prepare(upsertInto('jobs', 'id', 'profile_id, state, started_at, doc'));
  const upsert = (job: Job): void => {
    const { id, profileId, state, startedAt } = job;
    put.run({ id, profileId, state, startedAt, doc: toDoc(job) });
  };
  return {
    upsert,
    get: (id: string): Job | null => {
      const docs = sql.values<string>('SELECT doc FROM jobs WHERE id = ?', [id]);
      return readable(docs)[0] ?? null;
    },
    /** The newest jobs, and all that have not ended. Newest first. */
    list: ({ limit = 200 } = {}): Job[] =>
      readable(
        sql.values<string>(
          `SELECT doc FROM jobs WHERE state NOT IN ('done', 'failed', 'cancelled')
           OR id IN (SELECT id FROM jobs ORDER BY started_at DESC, id LIMIT ?) ORDER BY started_at DESC, id`,
          [limit],
        ),
      ),
    /**
     * At a start, mark the jobs that were running or waiting as interrupted. A job that was running at two such starts
     * in a row needs a person, because it may be the reason why Reeve ended. Returns the changed jobs.
     */
    markInterrupted: (): Job[] =>
      db.transaction(() => {
        const docs = sql.values<string>(`SELECT doc FROM jobs WHERE state IN ('running', 'waiting')`);
        const interrupted = readable(docs).map(afterCrash);
        interrupted.forEach(upsert);
        return interrupted;
      })(),
    /**
     * In a restored database, let unfinished jobs wait for a person's permission. Jobs that apply a plan are deleted,
     * because the plan itself waits and gets a new job. Returns how many wait.
     */
    pauseUnfinished: (): number =>
      db.transaction(() => {
        const docs = sql.values<string>(
          `SELECT doc FROM jobs WHERE state IN ('queued', 'running', 'waiting', 'interrupted')`,
        );
        const unfinished = readable(docs);
        const held = unfinished.filter(({ kind }) => kind !== 'changes.apply');
        for (const { id } of unfinished) sql.run('DELETE FROM jobs WHERE id = ?', [id]);
        for (const job of held) {
          upsert({ ...job, state: 'needs-person', asks: 'restored', etaMs: null, resumeAt: null });
        }
        return held.length;
      })(),
    /** Delete finished jobs that are not among the last 500 jobs. Returns the number of deleted ones. */
    prune: (): number =>
      sql.run(
        `DELETE FROM jobs WHERE state IN ('done', 'failed', 'cancelled')
         AND id NOT IN (SELECT id FROM jobs ORDER BY started_at DESC, id LIMIT ?)`,
        [maxJobs],
      ).changes,
    remove: (id: string): void => void sql.run('DELETE FROM jobs WHERE id = ?', [id]),
    /** Delete the jobs of a removed profile. Returns their number. */
    removeOf: (profileId: string): number => sql.run('DELETE FROM jobs WHERE profile_id = ?', [profileId]).changes,
  };
}
