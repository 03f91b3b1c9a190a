import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { ExportToAdd } from '#shared/contract/dependency-exports.ts';
import { hours, minutes } from '#shared/time.ts';
import { failureOf, json, type Seen } from '../../api/rig.ts';
import { exportsRig, platformWith, sbom, signal } from './rig.ts';

const shop: ExportToAdd = { exportId: 41, kind: 'project', ref: 7, place: 'acme/shop' };
const replying = (value: unknown, status = 200) =>
  exportsRig((_: Seen, response: ServerResponse) => json(response, value, status));

test('an export that was requested elsewhere is added with one GET, then checked, downloaded and searched', async () => {
  const files = new Map<number, { file: string }>();
  const rig = await exportsRig(platformWith(files));
  const { verbs, check, places, rows, watched, server, request } = rig;
  const own = request({ kind: 'project', ref: 8, type: 'csv', label: 'acme/web' }, 40);
  watched.length = 0;
  await rig.clock.advance(minutes(1));
  const { id, isKnown } = await verbs.add(shop, signal());
  expect([id < 0, isKnown, watched, places()]).toEqual([true, false, [rig.profileId], ['40', '41']]);
  expect(server.seen.map(({ method, url }) => `${method} ${url.replace(/.*v4/, '')}`)).toEqual([
    'GET /dependency_list_exports/41',
  ]);
  expect(rows().map((row) => [row.id, row.state])).toEqual([
    [id, 'generating'],
    [own, 'generating'],
  ]);
  files.set(41, { file: sbom('lodash@4.17.21') });
  expect(await check(41)).toEqual({ changed: 1, isOver: true });
  expect(rows().find((row) => row.id === id)).toMatchObject({ state: 'kept', place: 'acme/shop', packages: 1 });
  // A later request gets the next entry of the journal, and the added export keeps its number
  const later = request({ kind: 'project', ref: 9, type: 'csv', label: 'acme/core' }, 42);
  expect([later, rows().some((row) => row.id === id)]).toEqual([own + 1, true]);
  rig.restart();
  expect((await rig.verbs.packageIn({ name: 'lodash' })).projects.map(({ place }) => place)).toEqual(['acme/shop']);
});

test('an export that is ready is downloaded without another check of its state', async () => {
  const rig = await exportsRig(platformWith(new Map([[41, { file: sbom('rack@3.1.8') }]])));
  await rig.verbs.add(shop, signal());
  expect(rig.rows()[0]).toMatchObject({ state: 'ready' });
  await rig.check(41);
  expect(rig.rows()[0]).toMatchObject({ state: 'kept', packages: 1 });
  expect(rig.server.seen.map(({ url }) => url.replace(/.*exports\//, ''))).toEqual(['41', '41/download']);
});

test('the age of an export counts from its request if it is known, otherwise from the addition', async () => {
  const rig = await exportsRig(platformWith(new Map()));
  const now = rig.clock.now();
  await rig.verbs.add({ ...shop, requestedAt: now - hours(2) }, signal());
  await rig.verbs.add({ ...shop, exportId: 42 }, signal());
  const statesOf = () => rig.rows().map(({ exportId, state }) => [exportId, state]);
  expect(statesOf()).toEqual([
    [42, 'generating'],
    [41, 'stalled'],
  ]);
  expect(rig.observed.filter(({ isAlarm }) => isAlarm).map(({ title }) => title)).toEqual([
    'Export of acme/shop isn’t finished after an hour',
  ]);
  await rig.clock.advance(hours(1));
  await rig.check(42);
  expect(statesOf()).toEqual([
    [42, 'stalled'],
    [41, 'stalled'],
  ]);
});

test('an export that is in the list is not added or requested again, but one that was removed from it is', async () => {
  const rig = await exportsRig(platformWith(new Map([[41, { file: sbom('rack@3.1.8') }]])));
  const own = rig.request({ kind: 'project', ref: 7, type: 'dependency_list', label: 'acme/shop' }, 41);
  expect(await rig.verbs.add(shop, signal())).toEqual({ id: own, isKnown: true });
  expect(rig.server.seen).toEqual([]);
  await rig.check(41);
  rig.verbs.remove({ ids: [own] });
  expect(rig.rows()).toEqual([]);
  expect(await rig.verbs.add(shop, signal())).toEqual({ id: own, isKnown: false });
  await rig.check(41);
  expect(rig.rows()).toMatchObject([{ id: own, state: 'kept', packages: 1 }]);
});

test('two additions of one export at the same time give one row', async () => {
  const rig = await exportsRig(platformWith(new Map()));
  const [one, other] = await Promise.all([rig.verbs.add(shop, signal()), rig.verbs.add(shop, signal())]);
  expect(one.id).toBe(other.id);
  expect(rig.rows()).toHaveLength(1);
});

test.each([
  [403, { message: '403 Forbidden' }, { code: 'denied', status: 403 }],
  [404, { message: '404 Not Found' }, { code: 'missing', status: 404 }],
  [500, { message: 'broken' }, { code: 'remote', status: 500 }],
])('a reply with status %i adds nothing', async (status, body, expected) => {
  const rig = await replying(body, status);
  expect(await failureOf(rig.verbs.add(shop, signal()))).toMatchObject(expected);
  expect([rig.rows(), rig.places(), rig.watched]).toEqual([[], [], []]);
});

test('a format of another kind adds nothing, and an unknown or missing format is accepted', async () => {
  const list = await replying({ id: 41, status: 'finished', has_finished: true, export_type: 'json_array' });
  expect(await failureOf(list.verbs.add(shop, signal()))).toMatchObject({ code: 'invalid', field: 'kind' });
  expect(list.rows()).toEqual([]);
  await list.verbs.add({ ...shop, kind: 'group', ref: 'acme', place: 'acme' }, signal());
  expect(list.rows()).toMatchObject([{ exportType: 'json_array', kind: 'group' }]);
  const other = await replying({ id: 41, has_finished: true, export_type: 'spdx_3' });
  await other.verbs.add(shop, signal());
  expect(other.rows()).toMatchObject([{ exportType: 'spdx_3', state: 'ready' }]);
  const none = await replying({ id: 41, has_finished: true });
  const { id } = await none.verbs.add(shop, signal());
  expect(await none.verbs.targets({ ids: [id] })).toMatchObject({
    targets: [{ exportType: 'cyclonedx_1_6_json' }],
  });
});

test('a request in the future is refused before a request is sent', async () => {
  const rig = await exportsRig(platformWith(new Map()));
  const wanted = { ...shop, requestedAt: rig.clock.now() + hours(1) };
  expect(await failureOf(rig.verbs.add(wanted, signal()))).toMatchObject({ code: 'invalid', field: 'requestedAt' });
  expect(rig.server.seen).toEqual([]);
  // Clocks of two machines may differ by some minutes
  await rig.verbs.add({ ...shop, requestedAt: rig.clock.now() + minutes(2) }, signal());
  expect(rig.rows()[0]?.requestedAt).toBe(rig.clock.now());
});

test.each([
  ['csv', 'Name,Version\nrack,3.1.8\n'],
  ['json', sbom('rack@3.1.8')],
])('a file without a reported format is read as %s', async (_, file) => {
  const rig = await exportsRig(platformWith(new Map([[41, { file }]])));
  await rig.verbs.add(shop, signal());
  await rig.check(41);
  expect(rig.rows()[0]).toMatchObject({ exportType: '', packages: 1, problem: null });
});
