import type { Environments } from './environments.ts';
import type { Job } from './jobs.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export const DEPLOYMENT_STATUSES = ['created', 'running', 'success', 'failed', 'canceled', 'blocked'] as const;
/** `skipped` is a status of real installations only. */
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number] | 'skipped';

export interface Approval {
  user_id: number;
  status: 'approved' | 'rejected';
  created_at: number;
  comment: string;
}

export interface Deployment {
  readonly id: number;
  /** Counted per project. */
  iid: number;
  project_id: number;
  environment_id: number;
  ref: string;
  tag: boolean;
  sha: string;
  status: DeploymentStatus;
  user_id: number;
  /** The job of the deployment; null if it was created through the API. */
  job_id: number | null;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  approvals: readonly Approval[];
}

export interface Deployments extends Table<Deployment> {
  of(projectId: number): Deployment[];
  nextIid(projectId: number): number;
  /** Whether it is the newest deployment of its environment. */
  isLast(deployment: Deployment): boolean;
  /** Calls the listener for every new deployment and every change of a status. */
  onChange(listener: (deployment: Deployment) => void): void;
  notify(deployment: Deployment): void;
}

export function createDeployments(environments: Environments, jobs: Table<Job>): Deployments {
  const table = createTable<Deployment>();
  const iids = new Map<number, number>();
  const listeners: ((deployment: Deployment) => void)[] = [];
  environments.onRemove((environment) => table.removeWhere((row) => row.environment_id === environment.id));
  jobs.onRemove((job) => {
    for (const row of table.filter(({ job_id }) => job_id === job.id)) row.job_id = null;
  });
  table.onAdd(({ project_id, iid }) => iids.set(project_id, Math.max(iid, iids.get(project_id) ?? 0)));
  return Object.assign(table, {
    of: (projectId: number) => table.filter((row) => row.project_id === projectId),
    nextIid: (projectId: number) => (iids.get(projectId) ?? 0) + 1,
    isLast: (deployment: Deployment) =>
      !table.all().some((other) => other.environment_id === deployment.environment_id && other.id > deployment.id),
    onChange: (listener: (deployment: Deployment) => void) => listeners.push(listener),
    notify: (deployment: Deployment) => listeners.forEach((listener) => listener(deployment)),
  });
}

export const isFinished = (status: DeploymentStatus) => ['success', 'failed', 'canceled'].includes(status);
