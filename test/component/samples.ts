import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Connection, HostStatus } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Notice } from '#shared/contract/notices.ts';
import type { Capability, Profile } from '#shared/contract/profiles.ts';
import type { User } from '#shared/contract/users.ts';
import { minutes, seconds } from '#shared/time.ts';

export function sampleProfile(over: Partial<Profile> = {}): Profile {
  return {
    id: 'p1',
    name: 'git.corp.example',
    colour: 'iris',
    url: 'https://git.corp.example',
    dialect: 'documented',
    proposedDialect: null,
    readOnly: false,
    proxy: null,
    ca: null,
    allowPlainHttp: false,
    hasToken: true,
    tokenMismatch: null,
    createdAt: Date.now() - minutes(90),
    lastOpenedAt: Date.now() - minutes(30),
    ...over,
  };
}

export function sampleStatus(over: Partial<HostStatus> = {}): HostStatus {
  return {
    host: 'node',
    version: '0.1.0',
    platform: 'linux x64',
    dataFolder: '/home/rt/.local/share/reeve',
    vault: { state: 'ready', reportedMessage: null, hasPassphrase: false, hasData: true },
    isOnline: true,
    isChecking: false,
    unwritable: null,
    notices: [],
    ...over,
  };
}

export function sampleConnection(over: Partial<Connection> = {}): Connection {
  return {
    state: 'online',
    reason: null,
    since: Date.now() - minutes(30),
    refusal: null,
    lastSuccessAt: Date.now() - seconds(14),
    latencyMs: 38,
    budget: { limit: 2_000, remaining: 1_874, resetAt: Date.now() + seconds(40) },
    heldUntil: null,
    ...over,
  };
}

/** The instance does not accept the token. */
export const sampleFailure = {
  code: 'denied',
  reason: 'token-rejected',
  message: 'x',
  status: 401,
  reportedMessage: '401 Unauthorized',
};

let jobsStartedAt = Date.now() - seconds(95);

/** The jobs of a test start at the same moment, so that their order does not depend on how fast they are made. */
export function forgetSampleTime(): void {
  jobsStartedAt = Date.now() - seconds(95);
}

export function sampleJob(over: Partial<Job> = {}): Job {
  return {
    id: 'j1',
    kind: 'users.crawl',
    input: {},
    profileId: 'p1',
    state: 'running',
    startedAt: jobsStartedAt,
    finishedAt: null,
    rows: 62_000,
    estimatedRows: 100_000,
    etaMs: minutes(1.2),
    requests: 621,
    changed: 62_000,
    unreadable: 0,
    notReturnedFound: 0,
    resumeAt: null,
    lanes: [
      { label: '2019 – 2021', share: 1, rows: 26_000, isDone: true },
      { label: '2021 – 2023', share: 0.8, rows: 20_000, isDone: false },
      { label: '2023 – 2026', share: 0.35, rows: 16_000, isDone: false },
    ],
    failure: null,
    ...over,
  };
}

export function sampleNotice(over: Partial<Notice> = {}): Notice {
  return {
    id: 1,
    profileId: 'p1',
    kind: 'runner-offline',
    at: Date.now() - minutes(4),
    tone: 'alarm',
    subject: 'build-7',
    title: 'Runner build-7 is offline',
    body: 'It stopped contacting the instance.',
    link: { page: 'runners', query: { id: '7', scope: '' } },
    found: [],
    isRead: false,
    ...over,
  };
}

export function sampleCapability(over: Partial<Capability> = {}): Capability {
  return {
    name: 'users.list',
    endpoint: 'GET /users',
    outcome: 'allowed',
    status: 200,
    reportedMessage: null,
    checkedAt: Date.now() - minutes(12),
    ...over,
  };
}

const names = ['Yuki Lin', 'Thandi Nygård', 'Saoirse Lindqvist', 'Kwame Okafor', 'Sana Haddad', 'Rui de Vries'];

/** Any number of different users, always the same ones. */
export function sampleUsers(count: number): User[] {
  return Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const name = names[index % names.length] ?? 'Ada';
    const username = `${name.toLowerCase().replace(/[^a-z]/g, '')}${id}`;
    return { id, name, username, state: index % 9 === 4 ? 'blocked' : 'active', email: `${username}@corp.example` };
  });
}

/** A group, unless `kind` says otherwise; `ref` and `scope` follow from id and path. */
export function sampleEntry(over: Partial<CatalogueEntry> = {}): CatalogueEntry {
  const entry = {
    key: 1,
    kind: 'group' as const,
    id: 42,
    path: 'corp/platform',
    name: null,
    source: 'pinned' as const,
    sourceDetail: null,
    isPinned: true,
    firstSeenAt: Date.now() - minutes(90),
    seenAt: Date.now() - minutes(9),
    verifiedAt: Date.now() - minutes(5),
    verdict: 'ok' as const,
    ...over,
  };
  const ref = entry.id ?? entry.path ?? 0;
  return { ref, scope: `${entry.kind}:${ref}`, ...entry };
}
