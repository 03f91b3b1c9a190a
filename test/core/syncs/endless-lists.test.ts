import { expect, test } from 'vitest';
import { gigabytes } from '../../helpers/fake-ports.ts';
import { changingProxy } from '../../helpers/changing-proxy.ts';
import { ended, syncList, rig, until } from '../../helpers/rig.ts';

/**
 * The simulator behind a server that adds invented rows to lists whose path starts with this text: every page has a
 * hundred rows with new ids and links to a next page. After `pages` pages the list ends.
 */
async function inventing(path: string) {
  const { client, platform, ports } = await rig({ users: 120 });
  let asked = 0;
  let pages = Number.POSITIVE_INFINITY;
  let invented = 0;
  const isList = (url: string) => url.startsWith(`/api/v4${path}?`) && url.includes('per_page=100');
  const front = await changingProxy(platform, {
    path: (url) => {
      if (isList(url)) asked += 1;
      return url.replace(/&cursor=[^&]*/, '').replace(/([?&])page=\d+/, '$1page=1');
    },
    headers: (sent, url) => {
      if (!isList(url)) return sent;
      const { link: _, ...headers } = sent;
      if (asked >= pages) return headers;
      const next = `<${front.url}/api/v4${path}?per_page=100&pagination=keyset&n=${asked}>; rel="next"`;
      return { ...headers, link: next, 'x-total': '120' };
    },
    body: (text, url) => {
      if (!isList(url)) return text;
      const [like] = JSON.parse(text) as object[];
      return JSON.stringify(Array.from({ length: 100 }, () => ({ ...like, id: 1_000 + (invented += 1) })));
    },
  });
  const added = { name: 'Front', colour: 'iris' as const, url: front.url, token: platform.tokens.admin };
  await client.profiles.add(added);
  const endsAfter = (count: number) => void (pages = asked + count);
  return { client, platform, ports, endsAfter, asked: () => asked };
}

test.each([
  ['runners', '/runners/all'],
  ['users', '/users'],
] as const)('a person is asked about a list of %s that invents rows, and can read on or cancel', async (list, path) => {
  const { client, endsAfter, asked } = await inventing(path);
  const asking = await syncList(client, list);
  expect(asking).toMatchObject({ state: 'needs-person', asks: 'endless', failure: null, finishedAt: null });
  expect(asked()).toBeLessThan(20);
  const live = () => client[list].summary({ scope: '' });
  // The last batch of a first sync may not be committed yet
  await until(live, (summary) => summary.live > 900);

  // When a person continues it, it reads twice as many rows and then asks again
  await client.jobs.again({ id: asking?.id ?? '' });
  const more = await ended(client, asking?.id ?? '');
  expect(more).toMatchObject({ state: 'needs-person', asks: 'endless', agreedRows: 2 * (asking?.rows ?? 0) });
  expect(more?.rows).toBeGreaterThan(asking?.rows ?? 0);

  if (list === 'users') {
    endsAfter(3);
    await client.jobs.again({ id: asking?.id ?? '' });
    expect(await ended(client, asking?.id ?? '')).not.toMatchObject({ asks: 'endless' });
  } else {
    expect(await client.jobs.cancel({ id: asking?.id ?? '' })).toMatchObject({ state: 'cancelled' });
  }
  await until(live, (summary) => summary.live > 1_900);
});

test('when a list is synced in every place, a place with an endless list is left out with its reason, and the others are synced', async () => {
  const { client, platform } = await inventing(`/projects/1/members/all`);
  const [first, second] = platform.world.projects.all();
  expect(first?.id).toBe(1);
  await client.catalogue.add({ text: `${first?.id}\n${second?.id}`, kind: 'project', isPinned: false });
  const job = await ended(client, (await client.jobs.everywhere({ collection: 'members' })).id);
  expect(job).toMatchObject({ state: 'done' });
  const refused = job?.lanes.filter(({ refusal }) => refusal !== undefined);
  expect(refused).toMatchObject([{ label: '1', refusal: 'list-without-end' }]);
  expect((await client.members.summary({ scope: `project:${second?.id}` })).completedAt).not.toBeNull();
});

test.each(['users', 'runners'] as const)(
  'a sync of %s stops while the disk is almost full, and continues when a person says so',
  async (list) => {
    const { client, platform, ports } = await rig();
    ports.disk.freeBytes = () => Promise.resolve(gigabytes(0.1));
    const asking = await syncList(client, list);
    expect(asking).toMatchObject({ state: 'needs-person', asks: 'disk-low' });
    expect(asking?.rows).toBeGreaterThan(0);
    const { id } = asking ?? { id: '' };
    await client.jobs.again({ id });
    expect(await ended(client, id)).toMatchObject({ state: 'needs-person', asks: 'disk-low' });

    ports.disk.freeBytes = () => Promise.resolve(gigabytes(1));
    await client.jobs.again({ id });
    const rows = list === 'users' ? platform.world.users.size : platform.world.runners.size;
    expect(await ended(client, id)).toMatchObject({ state: 'done', rows });
  },
);
