import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Runner } from '../world/runners.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { GROUP_PATHS, PROJECT_PATHS } from './groups.ts';
import { SEEDED_FROM_MS, SEEDED_UNTIL_MS } from './moment.ts';

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
  const contacts: readonly Contact[] = [
    { contacted_at: now - 30_000, beat_ms: MINUTE_MS },
    { contacted_at: now - 5 * HOUR_MS, beat_ms: null },
    { contacted_at: now - 40 * DAY_MS, beat_ms: null },
    { contacted_at: null, beat_ms: null },
  ];
  const add = (name: string, i: number, owner: Owner, more: Partial<Runner> = {}) => {
    const contact = contacts[i % contacts.length] ?? { contacted_at: null, beat_ms: null };
    world.runners.add({ ...machine(random, name, i, contact, cast), ...owner, ...more });
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

function machine(random: Random, name: string, i: number, contact: Contact, cast: Cast): Omit<Runner, 'id'> {
  const isKnown = contact.contacted_at !== null;
  const tags = TAGS[i % TAGS.length] ?? [];
  return {
    ...contact,
    description: `${name} ${i + 1}`,
    runner_type: 'instance_type',
    group_id: null,
    project_ids: [],
    name: isKnown ? 'build-runner' : null,
    paused: false,
    maintenance_note: random.chance(0.3) ? 'Restart with **systemctl**, then look at the queue.' : null,
    tag_list: [...tags],
    run_untagged: tags.length === 0 || random.chance(0.5),
    locked: random.chance(0.3),
    access_level: 'not_protected',
    maximum_timeout_s: random.chance(0.5) ? random.pick([1800, 3600, 7200]) : null,
    architecture: isKnown ? random.pick(['amd64', 'arm64']) : null,
    platform: isKnown ? (tags.includes('macos') ? 'darwin' : 'linux') : null,
    revision: isKnown ? random.hex(8) : null,
    version: isKnown ? random.pick(['17.11.1', '18.4.0', '18.5.2']) : null,
    token: `rt-${random.hex(24)}`,
    created_at: Math.floor((SEEDED_FROM_MS + random.next() * (SEEDED_UNTIL_MS - SEEDED_FROM_MS)) / 1000) * 1000,
    creator_id: cast.admin.id,
  };
}
