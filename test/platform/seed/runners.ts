import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import { newRunnerFields } from '../world/runner-fields.ts';
import type { Runner } from '../world/runners.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { GROUP_PATHS, PROJECT_PATHS } from './groups.ts';
import type { SeededTime } from '../seeded-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Contact = Pick<Runner, 'contacted_at' | 'beat_ms'>;
type Owner = Pick<Runner, 'runner_type' | 'group_id' | 'project_ids'>;

const TAGS: readonly string[][] = [
  ['docker', 'linux'],
  ['linux', 'arm64'],
  ['gpu'],
  ['macos', 'signing'],
  ['docker', 'linux', 'production'],
  [],
];

const INSTANCE_RUNNERS = 12;

/** Runners of all types and states. Every owner has a stale one, the private project has one with tags. */
export function seedRunners(world: World, cast: Cast): void {
  const random = world.random('runners');
  const now = world.clock.now();
  const { hostile } = world.settings;
  const contacts: readonly Contact[] = [
    { contacted_at: now - 30_000, beat_ms: MINUTE_MS },
    { contacted_at: now - 5 * HOUR_MS, beat_ms: null },
    { contacted_at: now - 40 * DAY_MS, beat_ms: null },
    { contacted_at: null, beat_ms: null },
  ];
  const add = (name: string, i: number, owner: Owner, more: Partial<Runner> = {}) => {
    const at = hostile ? i : STATES.indexOf(companyStates[name]?.[i] ?? 'online');
    const contact = contacts[at % contacts.length] ?? { contacted_at: null, beat_ms: null };
    const row = machine(random, name, i, contact, cast, world.seeded);
    const description = hostile ? row.description : companyName(name, i);
    world.runners.add({ ...row, description, ...owner, ...more });
  };
  const idOf = (path: string) => world.groups.lookup(path)?.id ?? 0;
  const projectOf = (path: string) => world.projects.lookup(path)?.id ?? 0;
  const ofGroup = (path: string): Owner => ({ runner_type: 'group_type', group_id: idOf(path), project_ids: [] });
  const ofProjects = (...paths: string[]): Owner => ({
    runner_type: 'project_type',
    group_id: null,
    project_ids: paths.map(projectOf),
  });
  const ofInstance: Owner = { runner_type: 'instance_type', group_id: null, project_ids: [] };

  for (let i = 0; i < INSTANCE_RUNNERS; i += 1) add('shared', i, ofInstance, { paused: i % 5 === 4 });
  for (let i = 0; i < 4; i += 1) add('acme', i, ofGroup(GROUP_PATHS.top), { paused: i === 1 });
  add('platform', 0, ofGroup(GROUP_PATHS.sub));
  add('globex', 0, ofGroup(GROUP_PATHS.other));
  for (let i = 0; i < 4; i += 1) add('core', i, ofProjects(PROJECT_PATHS.private), { paused: i === 2 });
  add('core and website', 0, ofProjects(PROJECT_PATHS.private, PROJECT_PATHS.public), { locked: false });
  add('images', 1, ofProjects(PROJECT_PATHS.sub), { access_level: 'ref_protected' });
  add('warehouse', 0, ofProjects(PROJECT_PATHS.other));
}

/** The states of the company's runners by their owner; most runners are online. */
const STATES = ['online', 'offline', 'stale', 'never'] as const;
type State = (typeof STATES)[number];
const companyStates: Readonly<Record<string, readonly State[]>> = {
  shared: [
    ...(['online', 'online', 'offline', 'online', 'online', 'online'] as const),
    ...(['stale', 'online', 'never', 'online', 'online', 'online'] as const),
  ],
  acme: ['online', 'online', 'offline', 'online'],
  core: ['online', 'online', 'online', 'never'],
  images: ['online', 'stale'],
};

/** What the machines are for, in the order of `TAGS`. */
const KINDS = ['docker', 'arm64', 'gpu', 'macos', 'production', 'general'];

/** `shared-docker-01` */
const companyName = (name: string, i: number) =>
  `${name.replace('core and website', 'shop')}-${KINDS[i % KINDS.length]}-${String(Math.floor(i / KINDS.length) + 1).padStart(2, '0')}`;

function machine(
  random: Random,
  name: string,
  i: number,
  contact: Contact,
  cast: Cast,
  { fromMs, untilMs }: SeededTime,
): Omit<Runner, 'id'> {
  const isKnown = contact.contacted_at !== null;
  const tags = TAGS[i % TAGS.length] ?? [];
  return {
    ...newRunnerFields(),
    ...contact,
    description: `${name} ${i + 1}`,
    runner_type: 'instance_type',
    group_id: null,
    project_ids: [],
    name: isKnown ? 'build-runner' : null,
    maintenance_note: random.chance(0.3) ? 'Restart with **systemctl**, then look at the queue.' : null,
    tag_list: [...tags],
    run_untagged: tags.length === 0 || random.chance(0.5),
    locked: random.chance(0.3),
    maximum_timeout: random.chance(0.5) ? random.pick([1800, 3600, 7200]) : null,
    architecture: isKnown ? random.pick(['amd64', 'arm64']) : null,
    platform: isKnown ? (tags.includes('macos') ? 'darwin' : 'linux') : null,
    revision: isKnown ? random.hex(8) : null,
    version: isKnown ? random.pick(['17.11.1', '18.4.0', '18.5.2']) : null,
    token: `rt-${random.hex(24)}`,
    created_at: Math.floor((fromMs + random.next() * (untilMs - fromMs)) / 1000) * 1000,
    creator_id: cast.admin.id,
  };
}
