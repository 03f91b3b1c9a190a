import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import type { HostKey } from './host-keys.ts';
import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export type MirrorStatus = 'none' | 'scheduled' | 'started' | 'finished' | 'failed';

/** One update of a mirror. */
export interface MirrorUpdate {
  startsAt: number;
  endsAt: number;
  /** The error; null if it succeeds. */
  error: string | null;
}

export interface RemoteMirror {
  readonly id: number;
  project_id: number;
  /** With its user and password. */
  url: string;
  enabled: boolean;
  auth_method: 'ssh_public_key' | 'password';
  host_keys: readonly HostKey[];
  keep_divergent_refs: boolean;
  only_protected_branches: boolean;
  /** Null: every branch. */
  mirror_branch_regex: string | null;
  /** `ssh-ed25519 …` */
  public_key: string;
  /** Oldest first. The last one may be scheduled for the future. */
  updates: readonly MirrorUpdate[];
}

export interface MirrorState {
  update_status: MirrorStatus;
  last_error: string | null;
  last_successful_update_at: number | null;
  last_update_at: number | null;
  last_update_started_at: number | null;
}

export interface RemoteMirrors extends Table<RemoteMirror> {
  of(projectId: number): RemoteMirror[];
  stateOf(mirror: RemoteMirror): MirrorState;
  /** Schedules an update, unless one is running. A stalled update stays `started`. */
  schedule(mirror: RemoteMirror, given?: Partial<Schedule> & { atMs?: number }): void;
  /** Returns how an update goes on. By default it takes two seconds, with the result of the settings. */
  nextCourse: (mirror: RemoteMirror, atMs: number) => Schedule;
}

/** How an update goes on. */
export interface Schedule {
  /** Time until it is `started`. */
  waitsMs: number;
  /** Time from then until its end; `Infinity`: it never ends. */
  takesMs: number;
  /** Null: it succeeds. */
  error: string | null;
}

const STARTS_AFTER_MS = 1000;
const TAKES_MS = 2000;
const HUNG_UP = '13:push to the remote: it hung up unexpectedly';

/** Maximum number of enabled mirrors in a project (document 1:246). */
export const MAX_ENABLED_MIRRORS = 10;

export function createRemoteMirrors(
  projects: Projects,
  clock: Clock,
  settings: Pick<Settings, 'background'>,
): RemoteMirrors {
  const table = createTable<RemoteMirror>();
  const byProject = new Map<number, Set<RemoteMirror>>();
  table.onAdd((row) => byProject.set(row.project_id, (byProject.get(row.project_id) ?? new Set()).add(row)));
  table.onRemove((row) => byProject.get(row.project_id)?.delete(row));
  const of = (projectId: number) => [...(byProject.get(projectId) ?? [])];
  projects.onRemove((project) => of(project.id).forEach(({ id }) => table.remove(id)));
  const mirrors: RemoteMirrors = Object.assign(table, {
    of,
    stateOf: (mirror: RemoteMirror) => stateAt(mirror, clock.now()),
    schedule(mirror: RemoteMirror, { atMs = clock.now(), ...given }: Partial<Schedule> & { atMs?: number } = {}) {
      const last = mirror.updates.at(-1);
      if (last !== undefined && atMs < last.endsAt) return;
      const { waitsMs, takesMs, error } = { ...mirrors.nextCourse(mirror, atMs), ...given };
      const startsAt = atMs + waitsMs;
      mirror.updates = [...mirror.updates, { startsAt, endsAt: startsAt + takesMs, error }].slice(-10);
    },
    nextCourse: (mirror: RemoteMirror) => ({
      waitsMs: STARTS_AFTER_MS,
      takesMs: settings.background === 'stalls' ? Number.POSITIVE_INFINITY : TAKES_MS,
      error: obstacle(mirror) ?? (settings.background === 'fails' ? HUNG_UP : null),
    }),
  });
  return mirrors;
}

function stateAt({ updates }: RemoteMirror, now: number): MirrorState {
  const ended = updates.filter(({ endsAt }) => endsAt <= now);
  const last = ended.at(-1);
  const coming = updates.find(({ endsAt }) => now < endsAt);
  const hasBegun = coming !== undefined && coming.startsAt <= now;
  return {
    update_status: hasBegun ? 'started' : coming !== undefined ? 'scheduled' : statusOf(last),
    last_error: last?.error ?? null,
    last_successful_update_at: ended.findLast(({ error }) => error === null)?.endsAt ?? null,
    last_update_at: last?.endsAt ?? null,
    last_update_started_at: (hasBegun ? coming : last)?.startsAt ?? null,
  };
}

function statusOf(update: MirrorUpdate | undefined): MirrorStatus {
  if (update === undefined) return 'none';
  return update.error === null ? 'finished' : 'failed';
}

/** The error of a push: names under `.invalid` never resolve, and SSH needs a known host key. */
function obstacle({ url, auth_method, host_keys }: RemoteMirror): string | null {
  const { hostname, protocol } = new URL(url);
  if (hostname === 'invalid' || hostname.endsWith('.invalid'))
    return `13:get remote references: fatal: unable to access the remote: Could not resolve host: ${hostname}`;
  if (protocol === 'ssh:' && auth_method === 'ssh_public_key' && host_keys.length === 0)
    return '13:get remote references: Host key verification failed.';
  return null;
}
