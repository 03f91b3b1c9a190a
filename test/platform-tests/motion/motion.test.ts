import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { json, row } from '../repository-rig.ts';
import { AT_MS, ask, start } from '../rig.ts';

const SEEDS = [1, 77, 4242];
const TEN_MINUTES_MS = 600_000;
const STEP_MS = 2000;

/** Calls `look` every two seconds for ten minutes, and returns the values of each key in their order, without repetitions. */
function watched<T>(platform: Platform, look: () => Iterable<readonly [number, T]>): Map<number, T[]> {
  const seen = new Map<number, T[]>();
  for (let passed = 0; passed <= TEN_MINUTES_MS; passed += STEP_MS) {
    for (const [key, value] of look()) {
      const values = seen.get(key) ?? [];
      if (values.at(-1) !== value) values.push(value);
      seen.set(key, values);
    }
    platform.clock.advance(STEP_MS);
  }
  return seen;
}

/** Whether the values occur in this order, possibly with others between them. */
const hasOrder = <T>(values: readonly T[], ...wanted: readonly T[]) => {
  let from = 0;
  return wanted.every((one) => {
    const at = values.indexOf(one, from);
    from = at + 1;
    return at >= 0;
  });
};

test.each(SEEDS)('mirrors are updated, one is stuck, one recovers, and host keys change, seed %i', async (seed) => {
  const platform = await start({ seed, moving: true });
  const { world } = platform;
  const lengths = new Set<number>();
  const keys = new Map<number, Set<string>>();
  const seen = watched(platform, () =>
    world.remoteMirrors.all().map((mirror) => {
      const { last_update_at, last_update_started_at, update_status } = world.remoteMirrors.stateOf(mirror);
      const isOver = update_status === 'finished' || update_status === 'failed';
      if (isOver) lengths.add((last_update_at ?? 0) - (last_update_started_at ?? 0));
      const own = keys.get(mirror.id) ?? new Set();
      keys.set(mirror.id, own.add(mirror.host_keys.map(({ fingerprint_sha256 }) => fingerprint_sha256).join()));
      return [mirror.id, update_status] as const;
    }),
  );
  const courses = [...seen.values()];
  expect(courses.some((values) => values.join() === 'started')).toBe(true);
  expect(courses.some((values) => hasOrder(values, 'failed', 'scheduled', 'started', 'failed', 'finished'))).toBe(true);
  expect(
    courses.filter((values) => hasOrder(values, 'finished', 'scheduled', 'started', 'finished')).length,
  ).toBeGreaterThan(2);
  expect(courses.some((values) => values.includes('failed') && !values.includes('finished'))).toBe(true);
  expect(lengths.size).toBeGreaterThan(5);
  expect([...keys.values()].filter(({ size }) => size === 2)).toHaveLength(1);
});

test.each(SEEDS)('a webhook fails until it is paused, and works again, seed %i', async (seed) => {
  const platform = await start({ seed, moving: true });
  const { world } = platform;
  const before = new Set(world.webhooks.events.all().map(({ id }) => id));
  const hooks = world.webhooks.all();
  const seen = watched(platform, () => hooks.map((hook) => [hook.id, world.webhooks.alertStatus(hook)] as const));
  const course = ['executable', 'temporarily_disabled', 'executable', 'temporarily_disabled', 'executable'];
  const [failing] = [...seen].find(([, values]) => values.join() === course.join()) ?? [];
  const hook = world.webhooks.get(failing ?? 0);
  expect(hook).toMatchObject({ failures: 0, disabled_until: null });
  const project = platform.world.projects.get(hook?.project_id ?? 0);
  const events = `/projects/${project?.id}/hooks/${failing}/events`;
  const failed = await ask(platform, 'admin', `${events}?status=server_failure&per_page=100`);
  expect(failed.rows.length).toBeGreaterThanOrEqual(5);
  expect(failed.rows[0]).toMatchObject({
    response_status: '503',
    response_body: expect.stringContaining('queue') as string,
  });
  const added = world.webhooks.events.filter(({ id }) => !before.has(id));
  expect(new Set(added.map(({ trigger }) => trigger))).toEqual(new Set(['push_hooks', 'issue_hooks']));
  expect(new Set(added.map(({ webhook_id }) => webhook_id)).size).toBeGreaterThan(3);
  const resent = await ask(platform, 'admin', `${events}/${String(failed.rows[0]?.['id'])}/resend`, { method: 'POST' });
  expect([resent.status, row(resent)]).toEqual([201, { response_status: 200 }]);
});

test.each(SEEDS)('runners go offline and stale and come online, seed %i', async (seed) => {
  const platform = await start({ seed, moving: true });
  const { world } = platform;
  const seen = watched(platform, () =>
    world.runners.all().map((runner) => [runner.id, world.runners.status(runner)] as const),
  );
  for (const isShared of [true, false]) {
    const courses = [...seen]
      .filter(([id]) => (world.runners.get(id)?.runner_type === 'instance_type') === isShared)
      .map(([, values]) => values.join());
    for (const course of ['online,offline', 'offline,stale', 'never_contacted,online']) {
      expect(
        courses.filter((one) => one === course),
        course,
      ).toHaveLength(1);
    }
  }
});

test.each(SEEDS)('a token expires within a day, another one is revoked, seed %i', async (seed) => {
  const platform = await start({ seed, moving: true });
  const tokens = async () => {
    const { rows } = await ask(platform, 'owner', '/groups/acme/service_accounts');
    const lists = await Promise.all(
      rows.map(({ id }) =>
        ask(platform, 'owner', `/groups/acme/service_accounts/${String(id)}/personal_access_tokens`),
      ),
    );
    return lists.flatMap((list) => list.rows);
  };
  const before = await tokens();
  const tomorrow = new Date(AT_MS + 86_400_000).toISOString().slice(0, 10);
  expect(before.filter(({ expires_at, active }) => expires_at === tomorrow && active === true)).toHaveLength(1);
  platform.clock.advance(TEN_MINUTES_MS);
  const revoked = (await tokens()).filter((token) => token['revoked'] === true).map(({ id }) => id);
  expect(before.filter(({ id, revoked: was }) => revoked.includes(id) && was === false)).toHaveLength(1);
  platform.clock.set(Date.parse(`${tomorrow}T00:00:00Z`));
  expect((await tokens()).filter(({ expires_at, active }) => expires_at === tomorrow && active === false)).toHaveLength(
    1,
  );
});

test.each(SEEDS)('an export fails, one never ends and one is finished, seed %i', async (seed) => {
  const platform = await start({ seed, moving: true });
  const made: Record<string, unknown>[] = [];
  for (let i = 0; i < 5; i += 1) {
    const body = json('POST', { export_type: 'csv' });
    made.push(row(await ask(platform, 'owner', '/projects/acme%2Fcore/dependency_list_exports', body)));
  }
  platform.clock.advance(TEN_MINUTES_MS);
  const answers = await Promise.all(made.map(({ self }) => ask(platform, 'owner', String(self))));
  const own = answers.map((answer) => `${answer.status} ${String(row(answer)['status'])}`);
  expect(own[0]).toBe('200 finished');
  expect(own.toSorted()).toEqual(['200 finished', '200 finished', '200 finished', '202 failed', '202 running']);
});

test.each(SEEDS)(
  'exports were requested before: most are ready, two differ, one stalls, and one fails later, seed %i',
  async (seed) => {
    const platform = await start({ seed, moving: true });
    const { exports } = platform;
    const results = async () => {
      const all = await Promise.all(
        exports.map(({ exportId }) => ask(platform, 'admin', `/dependency_list_exports/${exportId}`)),
      );
      return all.map((answer) => `${answer.status} ${String(row(answer)['status'])}`);
    };
    const atStart = ['200 finished', '200 finished', '200 finished', '200 finished'];
    expect(await results()).toEqual([...atStart, '202 running', '202 running', '202 running']);
    platform.clock.advance(TEN_MINUTES_MS / 2);
    expect(await results()).toEqual([...atStart, '202 running', '202 failed', '200 finished']);
    expect((exports[4]?.requestedAt ?? AT_MS) + 3_600_000).toBeLessThan(AT_MS);
    const [older, newer] = exports
      .filter(({ place, kind }) => place === 'acme/core' && kind === 'project')
      .map(({ exportId }) => platform.world.dependencyExports.get(exportId)?.content ?? []);
    const versions = (all: typeof older) => new Map(all?.map(({ name, version }) => [name, version]));
    const [was, is] = [versions(older), versions(newer)];
    expect([...is].some(([name, version]) => was.has(name) && was.get(name) !== version)).toBe(true);
    expect([...is.keys()].some((name) => !was.has(name))).toBe(true);
    expect([...was.keys()].some((name) => !is.has(name))).toBe(true);
  },
);

test.each(SEEDS)(
  'two exports of a project differ by versions, licenses, new and removed packages, seed %i',
  async (seed) => {
    const platform = await start({ seed, moving: true });
    const { world, clock } = platform;
    const of = { kind: 'project', id: world.projects.lookup('acme/website')?.id ?? 0 } as const;
    const take = () => {
      const { content } = world.dependencyExports.start({ of, export_type: 'csv', send_email: false, author_id: 1 });
      return new Map(content.map((one) => [one.name, one]));
    };
    const before = take();
    clock.advance(TEN_MINUTES_MS);
    const after = take();
    const both = [...after.values()].flatMap((one) => ({ one, was: before.get(one.name) }));
    expect(both.some(({ was }) => was === undefined)).toBe(true);
    expect([...before.keys()].some((name) => !after.has(name))).toBe(true);
    expect(both.some(({ one, was }) => was !== undefined && was.version !== one.version)).toBe(true);
    expect(both.some(({ one, was }) => was !== undefined && was.licenses.join() !== one.licenses.join())).toBe(true);
  },
);

test.each(SEEDS)(
  'an import fails with a reason, one is finished, and both lead to a project, seed %i',
  async (seed) => {
    const platform = await start({ seed, moving: true, probes: ['import'] });
    platform.clock.advance(TEN_MINUTES_MS);
    const state = async (path: string) =>
      row(await ask(platform, 'owner', `/projects/${encodeURIComponent(path)}/import`));
    expect(await state('acme/storefront')).toMatchObject({ import_status: 'finished', import_error: null });
    const failed = await state('acme/billing');
    expect([failed['import_status'], String(failed['import_error']).length > 20]).toEqual(['failed', true]);
    const branches = await ask(platform, 'owner', '/projects/acme%2Fstorefront/repository/branches');
    expect(branches.rows.map(({ name }) => name)).toEqual(['develop', 'main']);
    const own = await ask(platform, 'owner', '/issues?scope=created_by_me&per_page=100');
    const paths = own.rows.map(
      ({ references }) => String((references as Record<string, string>)['full']).split('#')[0],
    );
    expect(paths).toEqual(expect.arrayContaining(['acme/storefront', 'acme/billing']));

    const given = { personal_access_token: 'x', repo_id: 1, target_namespace: 'acme' };
    for (const name of ['one', 'two']) {
      const answer = await ask(platform, 'owner', '/import/codehost_a', json('POST', { ...given, new_name: name }));
      expect(answer.status).toBe(201);
    }
    platform.clock.advance(TEN_MINUTES_MS);
    const statuses = await Promise.all(['acme/one', 'acme/two'].map(state));
    expect(statuses.map(({ import_status }) => import_status).toSorted()).toEqual(['failed', 'finished']);
  },
);

test.each(SEEDS)(
  'issues are opened and closed, members come, and an administrator has no two factors, seed %i',
  async (seed) => {
    const platform = await start({ seed, moving: true });
    const { world } = platform;
    const counts = () => [
      world.issues.size,
      world.issues.filter(({ state }) => state === 'closed').length,
      world.members.size,
    ];
    const before = counts();
    platform.clock.advance(TEN_MINUTES_MS);
    const after = counts();
    expect(after[0]).toBeGreaterThan((before[0] ?? 0) + 4);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
    expect(after[2]).toBeGreaterThan((before[2] ?? 0) + 1);
    const admins = (await ask(platform, 'admin', '/users?admins=true&per_page=100')).rows;
    expect(admins.some(({ two_factor_enabled }) => two_factor_enabled === false)).toBe(true);
    expect((await ask(platform, 'owner', '/groups/acme%2Fplatform/push_rule')).status).toBe(200);
  },
);

const snapshot = ({ world }: Platform) =>
  JSON.stringify([
    world.issues.all(),
    world.members.all(),
    world.remoteMirrors.all(),
    world.webhooks.events.all().map(({ id, created_at, response_status }) => [id, created_at, response_status]),
    world.dependencies.all(),
  ]);

test('the same happens with the same seed, in one step or in many', async () => {
  const [one, other, different] = [
    await start({ moving: true }),
    await start({ moving: true }),
    await start({ moving: true, seed: 2 }),
  ];
  one.clock.advance(TEN_MINUTES_MS);
  for (let i = 0; i < 60; i += 1) other.clock.advance(TEN_MINUTES_MS / 60);
  different.clock.advance(TEN_MINUTES_MS);
  expect(snapshot(one)).toBe(snapshot(other));
  expect(snapshot(one)).not.toBe(snapshot(different));
});

test('the platform changes by itself only with the setting, and without requests', async () => {
  const still = await start();
  const before = snapshot(still);
  still.clock.advance(3_600_000);
  expect(snapshot(still)).toBe(before);
  const moving = await start({ moving: true });
  const begun = snapshot(moving);
  moving.clock.advance(3_600_000);
  expect(snapshot(moving)).not.toBe(begun);
});

test('eight hours pass on an instance with 2,000 mirrors', async () => {
  const platform = await start({ moving: true, projects: 500, mirrors: 2000 });
  platform.clock.advance(8 * 3_600_000);
  const busy = platform.world.remoteMirrors.filter(
    (mirror) => platform.world.remoteMirrors.stateOf(mirror).update_status === 'started',
  );
  expect(busy.length).toBeGreaterThan(5);
  expect(busy.length).toBeLessThan(200);
});
