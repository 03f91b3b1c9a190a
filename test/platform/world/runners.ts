import type { Clock } from '../clock.ts';
import { DAY_MS } from '../clock.ts';
import type { Groups } from './groups.ts';
import type { Job } from './jobs.ts';
import type { Pipelines } from './pipelines.ts';
import type { Projects } from './projects.ts';
import type { RunnerFields } from './runner-fields.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export const RUNNER_TYPES = ['instance_type', 'group_type', 'project_type'] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

export const RUNNER_STATUSES = ['online', 'offline', 'stale', 'never_contacted'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

export interface Runner extends RunnerFields {
  readonly id: number;
  runner_type: RunnerType;
  /** The group of a group runner; null for others. */
  group_id: number | null;
  /** The projects of a project runner, the one in which it was created first; empty for others. */
  project_ids: number[];
  name: string | null;
  /** Null: never. */
  contacted_at: number | null;
  /** Interval of its further contacts; null: it has stopped. */
  beat_ms: number | null;
  architecture: string | null;
  platform: string | null;
  revision: string | null;
  version: string | null;
  /** The token of the runner. */
  token: string;
  created_at: number;
  creator_id: number | null;
}

export interface Runners extends Table<Runner> {
  /** The time of its last contact. */
  contactedAt(runner: Runner): number | null;
  status(runner: Runner): RunnerStatus;
  /** The runner of a job. */
  ofJob(jobId: number): Runner | undefined;
}

/** After this time without contact, a runner is offline. */
export const ONLINE_FOR_MS = 2 * 60 * 60 * 1000;

/** After this time without contact, a runner is stale. */
export const STALE_AFTER_MS = 7 * DAY_MS;

interface Needs {
  groups: Groups;
  projects: Projects;
  pipelines: Pipelines;
  jobs: Table<Job>;
  clock: Clock;
}

export function createRunners({ groups, projects, pipelines, jobs, clock }: Needs): Runners {
  const table = createTable<Runner>();
  const runnerOfJob = new Map<number, number>();
  groups.onRemove((group) => table.removeWhere((runner) => runner.group_id === group.id));
  projects.onRemove((project) => {
    for (const runner of table.filter(({ project_ids }) => project_ids.includes(project.id))) {
      runner.project_ids = runner.project_ids.filter((id) => id !== project.id);
      if (runner.project_ids.length === 0) table.remove(runner.id);
    }
  });
  const contactedAt = ({ contacted_at, beat_ms }: Runner) => {
    if (contacted_at === null || beat_ms === null) return contacted_at;
    return contacted_at + Math.max(0, Math.floor((clock.now() - contacted_at) / beat_ms)) * beat_ms;
  };
  const statusOf = (runner: Runner): RunnerStatus => {
    const at = contactedAt(runner);
    if (at === null) return 'never_contacted';
    const silentMs = clock.now() - at;
    if (silentMs < ONLINE_FOR_MS) return 'online';
    return silentMs < STALE_AFTER_MS ? 'offline' : 'stale';
  };
  /** Whether it can run jobs of this project. */
  const serves = (runner: Runner, projectId: number) => {
    const project = projects.get(projectId);
    if (project === undefined || runner.contacted_at === null || runner.paused) return false;
    if (runner.runner_type === 'instance_type' || runner.project_ids.includes(projectId)) return true;
    return projects.groupsOf(project).some(({ id }) => id === runner.group_id);
  };
  jobs.onAdd((job) => {
    const projectId = pipelines.get(job.pipeline_id)?.project_id;
    if (job.started_at === null || projectId === undefined) return;
    const isOver = job.status !== 'running';
    const able = table.filter((runner) => serves(runner, projectId) && (isOver || statusOf(runner) === 'online'));
    const runner = able[job.id % Math.max(1, able.length)];
    if (runner !== undefined) runnerOfJob.set(job.id, runner.id);
  });
  jobs.onRemove((job) => runnerOfJob.delete(job.id));
  return Object.assign(table, {
    contactedAt,
    status: statusOf,
    ofJob: (jobId: number) => table.get(runnerOfJob.get(jobId) ?? 0),
  });
}
