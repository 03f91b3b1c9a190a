import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { Failure } from '#shared/errors.ts';
import { createStores, followStores } from '../../../src-renderer/stores/context.ts';
import { NeededList } from '../../../src-renderer/stores/needed-list.svelte.ts';
import { fakeCore, type FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleJob } from '../samples.ts';

const scope = 'group:7';

async function needed(answers: FakeAnswers = {}) {
  const list = fakeList([]);
  list.readAt = {};
  const core = fakeCore({ answers: { serviceAccounts: listAnswers<'serviceAccounts'>(list), ...answers } });
  const stores = createStores(core.session);
  const end = followStores(stores);
  await eventually(() => expect(stores.profiles.open).not.toBeNull());
  const asked = (verb = 'jobs.opened'): unknown[] =>
    core.calls.filter((call) => call.verb === verb).map(({ input }) => input);
  return { core, list, stores, end, asked, accounts: new NeededList(stores, 'serviceAccounts', scope, 'name') };
}

test('the core is asked once to sync a list that was never synced, and its rows then appear in the form', async () => {
  const { core, list, end, asked, accounts } = await needed();
  const stop = accounts.follow();
  await eventually(() => expect(asked()).toEqual([{ collection: 'serviceAccounts', scope, since: null }]));
  list.rows = fakeList([{ id: 3, name: 'Deployments' }], { scope }).rows;
  list.readAt = { [scope]: Date.now() };
  core.emit('serviceAccounts', 'changed', { revision: 2 });
  await eventually(() => expect(accounts.rows.map(({ name }) => name)).toEqual(['Deployments']));
  expect(asked()).toHaveLength(1);
  stop();
  end();
});

test('a list that could not be synced shows the reason, and can be synced again from there', async () => {
  const failure = new Failure('denied', 'no', { reason: 'role' }).toData();
  const failed = sampleJob({
    kind: 'lists.crawl',
    input: { collection: 'serviceAccounts', scope },
    state: 'failed',
    failure: { ...failure },
  });
  const answers = { jobs: { list: () => ({ jobs: [failed] }), sync: () => failed } };
  const { stores, end, asked, accounts } = await needed(answers);
  const stop = accounts.follow();
  stores.jobs.list = [failed];
  await eventually(() => expect(accounts.failure?.code).toBe('denied'));
  expect(accounts.reason).toBeNull();
  await accounts.sync();
  expect(asked('jobs.sync')).toHaveLength(1);
  stop();
  end();
});
