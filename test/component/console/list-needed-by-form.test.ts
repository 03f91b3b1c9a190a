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
  const asked = (): unknown[] => core.calls.filter(({ verb }) => verb === 'jobs.sync').map(({ input }) => input);
  return { core, list, stores, end, asked, accounts: new NeededList(stores, 'serviceAccounts', scope, 'name') };
}

test('a list that was never synced is synced once when a form needs it, and its rows then appear in the form', async () => {
  const { core, list, end, asked, accounts } = await needed();
  const stop = accounts.follow();
  await eventually(() => expect(asked()).toEqual([{ collection: 'serviceAccounts', scope }]));
  expect(accounts.isLoading).toBe(true);
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
  const { end, asked, accounts } = await needed({ jobs: { list: () => ({ jobs: [failed] }), sync: () => failed } });
  const stop = accounts.follow();
  await eventually(() => expect(asked()).toHaveLength(1));
  await eventually(() => expect(accounts.failure?.code).toBe('denied'));
  expect(accounts.reason).toBeNull();
  await accounts.sync();
  expect(asked()).toHaveLength(2);
  stop();
  end();
});

test.each(['crashed', 'endless'] as const)(
  'opening a form does not continue a sync that waits for a permission (%s), and its button does',
  async (asks) => {
    const waiting = sampleJob({
      kind: 'lists.crawl',
      input: { collection: 'serviceAccounts', scope },
      ...{ state: 'needs-person', asks },
    });
    const answers = { jobs: { list: () => ({ jobs: [waiting] }), sync: () => waiting } };
    const { core, stores, end, asked, accounts } = await needed(answers);
    // Even if the form opens before the jobs are known
    stores.jobs.list = null;
    const stop = accounts.follow();
    await eventually(() => expect(accounts.isLoading).toBe(false));
    core.emit('serviceAccounts', 'changed', { revision: 2 });
    const loads = (): number => core.calls.filter(({ verb }) => verb === 'serviceAccounts.summary').length;
    await eventually(() => expect(loads()).toBe(2));
    expect(asked()).toEqual([]);
    await accounts.sync();
    expect(asked()).toHaveLength(1);
    stop();
    end();
  },
);
