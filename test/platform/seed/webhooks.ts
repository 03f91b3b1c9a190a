import { headersOf, redactedOf } from '../operations/webhook-deliveries.ts';
import type { Random } from '../random.ts';
import { pushPayload } from '../views/webhook-payloads.ts';
import type { Commit } from '../world/git/git-log.ts';
import type { Project } from '../world/projects.ts';
import type { HookEvent, Webhook } from '../world/webhooks.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { companyProjects } from './company/projects.ts';
import { deliveryAnswers } from './company/texts.ts';
import { PROJECT_PATHS } from './groups.ts';
import { BRANCHES } from './repositories.ts';

const HOUR_MS = 3_600_000;

/** An address without a listener: deliveries fail at once, and never leave this machine. */
export const NOWHERE = 'http://127.0.0.1:9/deliveries';

/** Webhooks of the private project, one of them with recent deliveries; then those of other projects. */
export function seedWebhooks(world: World, cast: Cast): void {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('there is no private project');
  const random = world.random('webhooks');
  const hook = world.webhooks.add({
    ...plainHook(world, random, project),
    name: 'Release board',
    description: 'Shows what is being released',
    push_events_branch_filter: 'release/*',
    token: random.hex(24),
    custom_headers: [{ key: 'X-Board-Key', value: random.hex(12) }],
  });
  world.webhooks.add({
    ...plainHook(world, random, project),
    name: 'Chat',
    triggers: new Set(['issues_events', 'merge_requests_events', 'pipeline_events'] as const),
    enable_ssl_verification: false,
    failures: 40,
  });
  for (let i = 0; i < 30; i += 1) addEvent(world, cast, project, hook, random, i);
  seedOtherWebhooks(world, cast);
}

/** Webhooks in every alert status, of projects other than the private one. */
function seedOtherWebhooks(world: World, cast: Cast) {
  const random = world.random('webhooks of other projects');
  const now = world.clock.now();
  const add = (path: string, name: string, more: Partial<Webhook> = {}) => {
    const project = world.projects.lookup(path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    return world.webhooks.add({ ...plainHook(world, random, project), name, ...more });
  };
  const deploy = add(PROJECT_PATHS.public, 'Deployments', { token: random.hex(24) });
  const board = add(PROJECT_PATHS.public, 'Issue board', {
    triggers: new Set(['issues_events', 'note_events'] as const),
    ...{ failures: 5, disabled_until: now + 9 * 60_000 },
  });
  const scanner = add(PROJECT_PATHS.sub, 'Image scanner', {
    custom_headers: [{ key: 'X-Scanner-Key', value: random.hex(12) }],
  });
  add(PROJECT_PATHS.other, 'Stock counter', { triggers: new Set(['issues_events'] as const), failures: 40 });
  for (const [hook, path] of [
    [deploy, PROJECT_PATHS.public],
    [scanner, PROJECT_PATHS.sub],
  ] as const) {
    const project = world.projects.lookup(path);
    for (let i = 18; project !== undefined && i < 30; i += 1) addEvent(world, cast, project, hook, random, i);
  }
  const website = world.projects.lookup(PROJECT_PATHS.public);
  if (website !== undefined) addEvent(world, cast, website, board, random, 29, { status: '502', body: 'Bad gateway' });
}

/** A webhook for pushes without a receiver. */
export function plainHook({ seeded }: World, random: Random, project: Project): Omit<Webhook, 'id'> {
  return {
    project_id: project.id,
    url: NOWHERE,
    name: '',
    description: '',
    push_events_branch_filter: '',
    branch_filter_strategy: 'wildcard',
    triggers: new Set(['push_events'] as const),
    enable_ssl_verification: true,
    token: null,
    url_variables: [],
    custom_headers: [],
    custom_webhook_template: '',
    uuid: uuid(random),
    created_at: seeded.untilMs - 90 * 24 * HOUR_MS,
    failures: 0,
    disabled_until: null,
  };
}

const ANSWERS = [
  { status: '200', body: 'ok' },
  { status: '204', body: '' },
  { status: '404', body: 'no such board' },
  { status: '500', body: 'something broke' },
  { status: 'internal error', body: 'connect ECONNREFUSED 127.0.0.1:9' },
] as const;

const answersOf = ({ settings }: World) => (settings.hostile ? ANSWERS : deliveryAnswers);

/** Deliveries of the last nine days, oldest first. Those older than a week are not listed. */
function addEvent(
  world: World,
  cast: Cast,
  project: Project,
  hook: Webhook,
  random: Random,
  i: number,
  answer: { status: string; body: string } = answersOf(world)[i % 3 === 0 ? random.integer(1, 4) : 0] ?? ANSWERS[0],
) {
  const event = plannedPush(world, cast, project, random, i);
  if (event === undefined) return;
  const hasAnswer = answer.status !== 'internal error';
  world.webhooks.events.add({
    webhook_id: hook.id,
    url: hook.url,
    trigger: event.trigger,
    request_headers: () => ({
      ...headersOf(world, hook, event),
      ...redactedOf(world, hook),
    }),
    request_data: event.data,
    response_headers: hasAnswer ? { 'Content-Type': 'text/plain', Server: 'board' } : {},
    response_body: answer.body,
    execution_duration: random.integer(10, 900) / 1000,
    response_status: answer.status,
    created_at: world.clock.now() - (30 - i) * 7 * HOUR_MS,
    event,
  });
}

/** A push of one of the last 20 planned commits; undefined if the repository is empty. */
export function plannedPush(
  world: World,
  cast: Cast,
  project: Project,
  random: Random,
  i: number,
): HookEvent | undefined {
  const commit = world.repositories.planned(project)?.commits.at(-1 - (i % 20));
  if (commit === undefined) return undefined;
  const push = {
    project,
    user: cast.maintainer,
    ref: world.settings.hostile ? `refs/heads/release/${BRANCHES.default}-${i}` : `refs/heads/release/1.${i % 3}`,
    before: commit.parent_ids[0] ?? '',
    after: commit.id,
    isCreated: false,
    isRemoved: false,
    commits: [commit],
  };
  const data = () =>
    pushPayload(world, push, [
      { commit, changes: { added: [], modified: [pathOf(world, project, commit)], removed: [] } },
    ]);
  return { header: 'Push Hook', trigger: 'push_hooks', data, uuid: uuid(random), idempotencyKey: uuid(random) };
}

/** The file that a commit of the company changes; README.md if it is not known. */
function pathOf({ settings, projects }: World, project: Project, { message }: Commit): string {
  const fullPath = projects.fullPath(project);
  const content = settings.hostile ? undefined : companyProjects.find(({ path }) => path === fullPath);
  const { feature, docs } = content?.branches ?? {};
  const changes = [...(content?.changes ?? []), ...(feature?.changes ?? []), ...(docs?.changes ?? [])];
  return changes.find(([text]) => message.startsWith(text))?.[1] ?? 'README.md';
}

export const uuid = (random: Random) => [8, 4, 4, 4, 12].map((digits) => random.hex(digits)).join('-');
