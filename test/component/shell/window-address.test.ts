import { expect, onTestFinished, test } from 'vitest';
import { Preferences } from '#shared/contract/host.ts';
import { createStores, followStores, type Stores } from '../../../src-renderer/stores/context.ts';
import { fakeCore, type FakeAnswers, type FakeCore } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';

const [group, project] = [
  sampleEntry({ key: 5, kind: 'group', id: 5, path: 'platform' }),
  sampleEntry({ key: 7, kind: 'project', id: 7, path: 'platform/website' }),
];
const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];

/** The stores of a window at this address. */
async function at(
  search: string,
  world: Partial<FakeWorld> = {},
  answers: FakeAnswers = {},
): Promise<{ core: FakeCore; stores: Stores }> {
  const parameters = new URLSearchParams(location.search);
  new URLSearchParams(search).forEach((value, name) => parameters.set(name, value));
  history.replaceState(null, '', `${location.pathname}?${parameters}#/users`);
  const core = fakeCore({ world: { profiles, catalogue: [group, project], ...world }, answers });
  const stores = createStores(core.session);
  onTestFinished(followStores(stores));
  await expect.poll(() => stores.scope.isReady).toBe(true);
  return { core, stores };
}
const named = (name: string): string | null => new URLSearchParams(location.search).get(name);
const lastChosen = { scopes: { p1: { group: 'group:5', project: null, recent: [] } } };

test('the address contains the instance and the scope of the window', async () => {
  const { stores } = await at('');
  await expect.poll(() => [named('i'), named('s')]).toEqual(['p1', '']);
  await stores.scope.choose(project);
  expect([named('i'), named('s')]).toEqual(['p1', 'project:7']);
  stores.route.navigate('/runners');
  expect([named('i'), named('s'), location.hash]).toEqual(['p1', 'project:7', '#/runners']);
  await stores.profiles.openProfile('p2');
  await expect.poll(() => [named('i'), named('s')]).toEqual(['p2', '']);
});

test.each([
  ['names no scope', 'i=p1', 'group:5'],
  ['names the whole instance', 'i=p1&s=', ''],
])('a window whose address %s begins with the right one, whatever was chosen last', async (_, search, scope) => {
  const { stores } = await at(search, { preferences: Preferences.parse(lastChosen) });
  expect([stores.scope.current, named('s')]).toEqual([scope, scope]);
});

test('a scope in the address is shown with its group, whatever another window chose last', async () => {
  const { core, stores } = await at('i=p1&s=project:7');
  expect([stores.scope.project?.path, stores.scope.group?.path]).toEqual(['platform/website', 'platform']);
  // Another window chooses a scope, and this one reconnects
  core.world.preferences = Preferences.parse(lastChosen);
  core.cut();
  await expect.poll(() => stores.session.isReachable).toBe(true);
  core.emit('profiles', 'changed', { openId: 'p1' });
  await expect.poll(() => core.calls.filter(({ verb }) => verb === 'host.preferences').length).toBeGreaterThan(2);
  expect(stores.scope.current).toBe('project:7');
});

test('Back to a page of another instance shows that instance and its scope again', async () => {
  const { core, stores } = await at('');
  await stores.scope.choose(group);
  stores.route.navigate('/runners');
  await stores.profiles.openProfile('p2');
  await expect.poll(() => named('i')).toBe('p2');
  history.back();
  await expect.poll(() => stores.profiles.openId).toBe('p1');
  expect(core.calls).toContainEqual({ verb: 'profiles.open', input: { id: 'p1' } });
  await expect.poll(() => stores.scope.current).toBe('group:5');
  expect([stores.route.path, named('s')]).toEqual(['/users', 'group:5']);
});

test('Back to an instance that was removed keeps the open instance', async () => {
  const { core, stores } = await at('');
  stores.route.navigate('/runners');
  await stores.profiles.openProfile('p2');
  await expect.poll(() => named('i')).toBe('p2');
  core.world.profiles = profiles.filter(({ id }) => id === 'p2');
  history.back();
  await expect.poll(() => stores.route.path).toBe('/users');
  await expect.poll(() => named('i')).toBe('p2');
  expect(stores.profiles.openId).toBe('p2');
});

test('the address of a removed instance leads to an explanation, whichever request for the instances is answered first', async () => {
  const first = Promise.withResolvers<void>();
  let count = 0;
  const list = async () => {
    count += 1;
    if (count === 1) await first.promise;
    return { profiles, openId: 'p1' };
  };
  const { stores } = await at('i=removed', {}, { profiles: { list } });
  expect([stores.profiles.list, named('i')]).toEqual([null, 'p1']);
  first.resolve();
  await expect.poll(() => stores.route.path).toBe('/open');
});

test('a page that prevents leaving keeps the instance too', async () => {
  const { stores } = await at('');
  stores.route.navigate('/runners');
  await stores.profiles.openProfile('p2');
  await expect.poll(() => named('i')).toBe('p2');
  let go: (() => void) | undefined;
  const end = stores.route.addNavigationGuard((on) => {
    go = on;
    return true;
  });
  history.back();
  await expect.poll(() => go).toBeDefined();
  expect([stores.profiles.openId, named('i'), location.hash]).toEqual(['p2', 'p2', '#/runners']);
  end();
  go?.();
  await expect.poll(() => stores.profiles.openId).toBe('p1');
  expect([named('i'), location.hash]).toEqual(['p1', '#/users']);
});

test('the address contains a place below a project, and Back leads to the previous scope', async () => {
  const { stores } = await at('i=p1&s=group:5');
  stores.route.navigate('/notes', { scope: 'project:7/issue:12' });
  expect(stores.scope.isReady).toBe(false);
  await expect.poll(() => stores.scope.isReady).toBe(true);
  expect([stores.scope.place, stores.scope.current]).toEqual(['project:7/issue:12', 'project:7']);
  expect([named('s'), location.hash]).toEqual(['project:7/issue:12', '#/notes']);
  history.back();
  await expect.poll(() => stores.scope.current).toBe('group:5');
  expect([stores.scope.place, named('s'), location.hash]).toEqual([null, 'group:5', '#/users']);
  history.forward();
  await expect.poll(() => stores.scope.place).toBe('project:7/issue:12');
  await stores.scope.choose(project);
  expect([stores.scope.place, named('s')]).toEqual([null, 'project:7']);
});

test('a window that starts at a place below a project shows it', async () => {
  const { stores } = await at('i=p1&s=project:7/hook:9');
  expect([stores.scope.place, stores.scope.group?.path]).toEqual(['project:7/hook:9', 'platform']);
});

test.each(['i=p1&s=nonsense', 'i=p1&s=project:7/team:9'])('an invalid scope, %s, is ignored', async (search) => {
  const { stores } = await at(search, { preferences: Preferences.parse(lastChosen) });
  expect([stores.scope.current, named('s')]).toEqual(['group:5', 'group:5']);
});

test('a path in another instance opens that instance and the given scope', async () => {
  const { stores } = await at('i=p1&s=group:5');
  stores.route.navigate('/runners', { profile: 'p2', scope: 'project:7' });
  await expect.poll(() => stores.profiles.openId).toBe('p2');
  await expect.poll(() => stores.scope.current).toBe('project:7');
  expect([named('i'), named('s'), stores.route.path]).toEqual(['p2', 'project:7', '/runners']);
});

test('a path in an instance that was removed shows the page in the open instance', async () => {
  const { core, stores } = await at('i=p1&s=group:5');
  core.world.profiles = profiles.filter(({ id }) => id === 'p1');
  stores.route.navigate('/runners/7', { profile: 'p2', scope: 'project:7' });
  await expect.poll(() => named('i')).toBe('p1');
  await expect.poll(() => stores.scope.isReady).toBe(true);
  expect(stores.route.path).toBe('/runners');
});

test('a project of a link that is not in the catalogue is shown, and not added', async () => {
  const { core, stores } = await at('i=p1&s=project:404/issue:3');
  expect([stores.scope.place, stores.scope.project?.ref]).toEqual(['project:404/issue:3', 404]);
  stores.route.navigate('/users', { scope: 'group:corp/app' });
  await expect.poll(() => stores.scope.group?.path).toBe('corp/app');
  expect(core.calls.filter(({ verb }) => verb === 'catalogue.add')).toEqual([]);
  // After it is added it is an entry like others, and is no longer shown after it is removed
  const added = sampleEntry({ key: 8, kind: 'group', ref: 'corp/app', scope: 'group:corp/app', path: 'corp/app' });
  core.world.catalogue = [added];
  core.emit('catalogue', 'changed', { revision: 2 });
  await expect.poll(() => stores.scope.group?.key).toBe(8);
  core.world.catalogue = [];
  core.emit('catalogue', 'changed', { revision: 3 });
  await expect.poll(() => stores.scope.group).toBeNull();
});

test('an address that was just entered is kept, although the previous page writes its own address later', async () => {
  const { stores } = await at('i=p1&s=group:5');
  location.hash = '#/runners';
  // The browser reports the new address only after the running script has ended
  stores.route.restate('/users?q=ada');
  stores.route.show({ profile: 'p1', scope: 'project:7' });
  expect([named('s'), location.hash]).toEqual(['project:7', '#/runners']);
  await expect.poll(() => stores.route.path).toBe('/runners');
  expect(location.hash).toBe('#/runners');
});
