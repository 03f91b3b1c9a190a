import { recordDelivery } from '../operations/webhook-deliveries.ts';
import type { Random } from '../random.ts';
import { NOWHERE, plainHook, plannedPush, uuid } from '../seed/webhooks.ts';
import { issuePayload } from '../views/webhook-payloads.ts';
import type { Issue } from '../world/issues.ts';
import type { Incoming } from '../world/webhook-delivery.ts';
import type { HookEvent, Webhook } from '../world/webhooks.ts';
import { HOUR_MS, SECOND_MS, shuffled } from './scene.ts';
import type { Scene } from './scene.ts';

/** The deliveries to one webhook fail during these minutes of every hour since the start. */
const FAILS_FROM_MS = 25 * SECOND_MS;
const FAILS_UNTIL_MS = 330 * SECOND_MS;
/** It gets a delivery at this interval, and after the first ten minutes of an hour less often. */
const ATTEMPT_MS = 35 * SECOND_MS;
const FREQUENT_MS = 600 * SECOND_MS;

/** Delivers an issue event to the webhooks of a project. */
export type Announce = (issue: Issue, action: 'open' | 'close', atMs: number) => void;

/**
 * The seeded webhooks get receivers that are simulated, so that deliveries can be sent again, and new deliveries. One
 * webhook fails until it is paused twice, and then works again.
 */
export function moveWebhooks(scene: Scene): Announce {
  const { world, startMs } = scene;
  addIssueHook(scene);
  const hooks = world.webhooks.filter(({ url }) => url === NOWHERE);
  for (const hook of hooks) giveReceiver(scene, hook);
  const receivers = new Map(hooks.map((hook) => [new URL(hook.url).hostname, hook]));

  const isPush = ({ triggers }: Webhook) => triggers.has('push_events');
  const healthy = hooks.filter((hook) => isPush(hook) && world.webhooks.alertStatus(hook, startMs) === 'executable');
  const [failing] = shuffled(scene.random('webhooks'), healthy);
  const answerOf = (hook: Webhook, atMs: number): Incoming => {
    const since = (atMs - startMs) % HOUR_MS;
    const hasFailed = hook === failing && since >= FAILS_FROM_MS && since < FAILS_UNTIL_MS;
    return hasFailed ? brokenAnswer : usualAnswer;
  };
  world.webhookSender.simulated = ({ url }) => {
    const hook = receivers.get(new URL(url).hostname);
    return hook && answerOf(hook, world.clock.now());
  };

  const isAwake = (hook: Webhook, atMs: number) =>
    world.webhooks.get(hook.id) === hook && world.webhooks.alertStatus(hook, atMs) === 'executable';
  const send = (hook: Webhook, event: HookEvent | undefined, atMs: number) => {
    if (event === undefined || !isAwake(hook, atMs)) return;
    recordDelivery(world, hook, event, answerOf(hook, atMs), atMs);
  };
  for (const hook of hooks.filter(isPush)) {
    const random = scene.random(`webhook ${hook.id}`);
    const firstAtMs = startMs + (hook === failing ? 30 : random.integer(10, 100)) * SECOND_MS;
    world.timeline.every(
      firstAtMs,
      (atMs) => (hook === failing ? ATTEMPT_MS : scene.pause(random, atMs, 50, 170)),
      (atMs) => {
        const isRare = hook === failing && (atMs - startMs) % HOUR_MS > FREQUENT_MS;
        if (!isRare || random.chance(0.2)) send(hook, pushTo(scene, hook, random), atMs);
      },
    );
  }
  return (issue, action, atMs) => {
    for (const hook of hooks.filter(
      (one) => one.project_id === issue.project_id && one.triggers.has('issues_events'),
    )) {
      send(hook, issueEvent(scene, scene.random(`issue ${issue.id} ${action} ${hook.id}`), issue, action), atMs);
    }
  };
}

/** The seeded webhooks for issues are paused or disabled. */
function addIssueHook({ world, projects, random }: Scene) {
  const [project] = projects;
  if (project === undefined) return;
  const triggers = new Set(['issues_events'] as const);
  world.webhooks.add({ ...plainHook(world, random('issue webhook'), project), name: 'Issue tracker', triggers });
}

const usualAnswer: Incoming = {
  status: 200,
  headers: { 'Content-Type': 'application/json', Server: 'receiver' },
  body: '{"accepted":true}',
  durationS: 0.084,
};
const brokenAnswer: Incoming = {
  status: 503,
  headers: { 'Content-Type': 'text/plain', Server: 'receiver', 'Retry-After': '60' },
  body: 'Service unavailable: the queue of the receiver is full',
  durationS: 1.312,
};

/** An address of a name that is reserved for examples, so that nothing ever leaves this machine. */
function giveReceiver({ world }: Scene, hook: Webhook) {
  const name = hook.name.toLowerCase().replaceAll(/\W+/g, '-');
  hook.url = `https://${name}-${hook.id}.example/hooks/service`;
  for (const event of world.webhooks.recentEvents(hook)) Object.assign(event, { url: hook.url });
}

function pushTo({ world, cast }: Scene, hook: Webhook, random: Random): HookEvent | undefined {
  const project = world.projects.get(hook.project_id);
  return project && plannedPush(world, cast, project, random, random.integer(0, 19));
}

function issueEvent({ world }: Scene, random: Random, issue: Issue, action: string): HookEvent | undefined {
  const project = world.projects.get(issue.project_id);
  if (project === undefined) return undefined;
  const payload = issuePayload(world, project, issue, action);
  const ids = { uuid: uuid(random), idempotencyKey: uuid(random) };
  return { header: 'Issue Hook', trigger: 'issue_hooks', data: () => payload, ...ids };
}
