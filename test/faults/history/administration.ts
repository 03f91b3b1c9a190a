import { LEVEL } from '../../platform/world/levels.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRandom } from '../../platform/random.ts';
import { hours } from '#shared/time.ts';

type Event = (platform: Platform) => void;

/**
 * What administrators, owners and people do on a platform in a month: some events of each kind at random times, the same
 * for the same seed. `play`: carries out the events up to a time.
 */
export function administration({ world }: Platform, seed: number, [from, until]: readonly [number, number]) {
  const random = createRandom(seed, 'administration');
  const projects = () => world.projects.all();
  const people = () => world.users.ordered('id').filter(({ id, type }) => id > 8 && type === 'human');
  const someone = () => random.pick(people());
  const memberships = () => world.members.filter(({ user_id }) => user_id > 8);
  const editedUser = (change: (user: ReturnType<typeof someone>) => Parameters<typeof world.users.edit>[1]) => {
    const user = someone();
    world.users.edit(user.id, change(user));
  };
  let made = 0;
  const kinds: readonly (readonly [times: number, event: Event])[] = [
    [
      12,
      () =>
        void world.users.add({
          username: `joiner${(made += 1)}`,
          name: `Joiner ${made}`,
          email: `joiner${made}@acme.example`,
        }),
    ],
    [5, () => void world.users.remove(someone().id)],
    [8, () => editedUser(({ is_admin }) => ({ is_admin: !is_admin }))],
    [3, () => editedUser(({ is_auditor }) => ({ is_auditor: !is_auditor }))],
    [12, () => editedUser(({ two_factor_enabled }) => ({ two_factor_enabled: !two_factor_enabled }))],
    [8, () => editedUser(({ external }) => ({ external: !external }))],
    [
      10,
      () =>
        editedUser(({ state }) => ({
          state: state === 'active' ? random.pick(['blocked', 'deactivated'] as const) : 'active',
        })),
    ],
    [5, () => editedUser(({ username }) => ({ username: `${username.slice(0, 20)}.${(made += 1)}` }))],
    [5, () => editedUser(() => ({ name: `Renamed ${(made += 1)}` }))],
    [
      30,
      () => {
        const project = random.pick(projects());
        const user = someone();
        const source = { kind: 'project', id: project.id } as const;
        const known = world.members.find(
          (one) => one.user_id === user.id && one.source.kind === 'project' && one.source.id === project.id,
        );
        if (known === undefined)
          world.members.add({
            source,
            user_id: user.id,
            access_level: random.pick([LEVEL.guest, LEVEL.developer, LEVEL.maintainer]),
            created_at: world.clock.now(),
            created_by_id: 1,
            expires_at: null,
          });
      },
    ],
    [
      30,
      () => {
        const member = random.pick(memberships());
        member.access_level = random.pick([LEVEL.reporter, LEVEL.developer, LEVEL.maintainer, LEVEL.owner]);
      },
    ],
    [10, () => void world.members.remove(random.pick(memberships()).id)],
    [
      12,
      () => {
        const accounts = world.users.ordered('id').filter(({ type }) => type === 'service_account');
        if (accounts.length === 0) return;
        world.tokens.add({
          value: `made-${seed}-${(made += 1)}`,
          user_id: random.pick(accounts).id,
          name: `token ${made}`,
          description: '',
          scopes: random.pick([['api'], ['read_api']]),
          created_at: world.clock.now(),
          expires_at: null,
          last_used_at: null,
          revoked: false,
        });
      },
    ],
    [
      8,
      () => {
        const own = world.tokens.filter(({ value, revoked }) => value.startsWith('made-') && !revoked);
        if (own.length > 0) random.pick(own).revoked = true;
      },
    ],
    [
      15,
      () => {
        const runner = random.pick(world.runners.all());
        runner.paused = !runner.paused;
      },
    ],
    [4, () => void world.runners.remove(random.pick(world.runners.all()).id)],
    [
      8,
      () => {
        const rules = world.pushRules.all();
        if (rules.length === 0) return;
        const rule = random.pick(rules);
        rule.commit_message_regex = `^T-${(made += 1)}`;
        rule.prevent_secrets = !rule.prevent_secrets;
      },
    ],
    [
      10,
      () => {
        const scope = world.jobTokenScopes.of(random.pick(projects()));
        scope.isInboundEnabled = !scope.isInboundEnabled;
      },
    ],
    [8, () => world.jobTokenScopes.of(random.pick(projects())).projects.add(random.pick(projects()).id)],
    [
      6,
      () => {
        const hooks = world.webhooks.all();
        if (hooks.length > 0) random.pick(hooks).enable_ssl_verification = random.chance(0.5);
      },
    ],
    [
      3,
      () => {
        const project = random.pick(projects().filter(({ namespace }) => namespace.kind === 'group'));
        const path = world.projects.fullPath(project);
        world.projects.move(project, `${path.slice(0, path.lastIndexOf('/'))}/moved-${(made += 1)}`);
      },
    ],
  ];
  const events = kinds
    .flatMap(([times, event]) =>
      Array.from({ length: times }, () => ({ at: random.integer(from, until - hours(1)), event })),
    )
    .toSorted((a, b) => a.at - b.at);
  return {
    play(platform: Platform, to: number): number {
      let played = 0;
      for (; (events[0]?.at ?? Infinity) <= to; played += 1) events.shift()?.event(platform);
      return played;
    },
  };
}
