import { expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { createStores, followStores, type Stores } from '../../../src-renderer/stores/context.ts';
import { fakeCore, type FakeCore } from '../fake-core.ts';
import { historyAnswers, moments } from './sample.ts';

async function at(search: string, hash = '#/users'): Promise<{ core: FakeCore; stores: Stores }> {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('as_of');
  new URLSearchParams(search).forEach((value, name) => parameters.set(name, value));
  history.replaceState(null, '', `${location.pathname}?${parameters}${hash}`);
  const core = fakeCore({ answers: historyAnswers() });
  const stores = createStores(core.session);
  onTestFinished(() => stores.moment.goTo(null));
  onTestFinished(followStores(stores));
  await expect.poll(() => stores.scope.isReady).toBe(true);
  return { core, stores };
}
const named = (): string | null => new URLSearchParams(location.search).get('as_of');
const name = '2025-11-20T17:00Z';

test('a window at an address with a moment asks for that moment, and its links keep it', async () => {
  const { stores } = await at(`as_of=${name}`);
  expect([stores.moment.at, stores.session.asOf]).toEqual([moments.at, moments.at]);
  stores.route.navigate('/runners');
  await stores.scope.choose(null);
  expect([location.hash, named(), stores.session.asOf]).toEqual(['#/runners', name, moments.at]);
});

test.each(['#/users?as_of=2025-11-20T17:00Z', '#/users?as_of=2025-11-20T17%3A00Z'])(
  'the moment of a link becomes part of the address: %s',
  async (hash) => {
    const { stores } = await at('', hash);
    expect([location.hash, named(), stores.moment.at]).toEqual(['#/users', name, moments.at]);
    stores.route.navigate('/runners?as_of=2025-11-19T08:00Z');
    expect([location.hash, named()]).toEqual(['#/runners', '2025-11-19T08:00Z']);
  },
);

test('Back leads to the previous moment', async () => {
  const { stores } = await at('');
  stores.moment.goTo(moments.at);
  expect([named(), stores.session.asOf]).toEqual([name, moments.at]);
  history.back();
  await expect.poll(() => stores.moment.at).toBeNull();
  expect([named(), stores.session.asOf]).toEqual([null, null]);
  history.forward();
  await expect.poll(() => stores.session.asOf).toBe(moments.at);
});

test('a moment with milliseconds is shown at the end of its second, which includes it', async () => {
  const { stores } = await at('');
  stores.moment.goTo(moments.next);
  expect([named(), stores.moment.at]).toEqual(['2025-11-20T19:40:01Z', Date.UTC(2025, 10, 20, 19, 40, 1)]);
});

test('an invalid moment is ignored', async () => {
  const { stores } = await at('as_of=soon');
  expect([stores.moment.at, stores.session.asOf]).toEqual([null, null]);
});

test('pages that show only the present ask for the present', async () => {
  const { stores } = await at(`as_of=${name}`);
  for (const path of ['/settings', '/activity/jobs', '/coverage', '/p/7/code', '/changes']) {
    stores.route.navigate(path);
    expect([stores.moment.at, stores.moment.ofPage, stores.session.asOf], path).toEqual([moments.at, null, null]);
  }
  stores.route.navigate('/p/7/issues');
  expect(stores.session.asOf).toBe(moments.at);
});

test('the counts of the sidebar are requested for the moment, on each page', async () => {
  const { core, stores } = await at('');
  const asked: (number | null)[] = [];
  vi.spyOn(core.session.client.overview, 'counts').mockImplementation(() => {
    asked.push(core.session.asOf);
    return Promise.reject(new Failure('missing', 'no counts'));
  });
  stores.route.navigate('/settings', { asOf: moments.at });
  await expect.poll(() => asked).toEqual([moments.at]);
  expect(core.session.asOf).toBeNull();
  stores.moment.goTo(null);
  await expect.poll(() => asked).toEqual([moments.at, null]);
});
