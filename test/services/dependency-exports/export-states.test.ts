import { days, hours, megabytes, minutes } from '#shared/time.ts';
import { expect, test } from 'vitest';
import { json } from '../../api/rig.ts';
import { exportsRig, platformWith, sbom, type Request } from './rig.ts';

const shop: Request = { kind: 'project', ref: 7, type: 'cyclonedx_1_6_json', label: 'acme/shop' };

test('an export is polled at growing intervals, downloaded when it is ready, stored and read', async () => {
  const files = new Map<number, { file: string }>();
  const { request, check, places, rows, reported, server, watched, ...rig } = await exportsRig(platformWith(files));
  const id = request(shop, 41);
  expect([rig.stateOf(id), places(), watched]).toEqual(['generating', ['41'], [rig.profileId]]);
  const waits: (number | undefined)[] = [];
  for (let n = 0; n < 6; n += 1) waits.push((await check(41)).everyMs);
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  files.set(41, { file: sbom('lodash@4.17.21', 'rack@3.1.8') });
  expect(await check(41)).toEqual({ changed: 1, isOver: true });
  const [row] = rows();
  expect(row).toMatchObject({ id, state: 'kept', place: 'acme/shop', packages: 2, unreadable: 0, problem: null });
  expect(row?.sizeBytes).toBe(files.get(41)?.file.length);
  expect([places(), reported.map(({ title }) => title)]).toEqual([[], ['Export of acme/shop is stored']]);
  const count = server.seen.length;
  expect(await check(41)).toEqual({ changed: 0, isOver: true });
  expect(server.seen).toHaveLength(count);
  expect(server.seen.every(({ method }) => method === 'GET')).toBe(true);
});

test('a request whose reply was lost is unknown, one that was refused has its reason, and neither is checked', async () => {
  const { intend, end, adopt, places, rows, stateOf, request } = await exportsRig(platformWith(new Map()));
  const lost = intend(shop);
  const refused = intend({ ...shop, ref: 8, label: 'acme/web' });
  const unsent = intend({ ...shop, ref: 9, label: 'acme/core' });
  const noId = intend({ ...shop, ref: 10, label: 'acme/docs' });
  adopt();
  expect(rows().map(({ state }) => state)).toEqual(Array(4).fill('requested'));
  end(lost, { state: 'unknown', status: null });
  end(refused, { state: 'refused', status: 403, reportedMessage: '403 Forbidden' });
  end(unsent, { state: 'not-applied', status: null });
  end(noId, { reply: 'accepted' });
  adopt();
  expect([lost, refused, unsent, noId].map(stateOf)).toEqual(['unknown', 'refused', 'not-sent', 'unknown']);
  expect(rows().find(({ id }) => id === refused)?.failure).toMatchObject({ status: 403 });
  expect(places()).toEqual([]);

  // Requested again by a person: the row of the lost request makes room
  const again = request(shop, 5);
  expect(
    rows()
      .filter(({ place }) => place === 'acme/shop')
      .map(({ id }) => id),
  ).toEqual([again]);
});

test('a failed export, a stalled one that ends later, and an expired one', async () => {
  const files = new Map<number, { file: string; status?: string }>();
  const { request, check, stateOf, observed, clock, state, profileId } = await exportsRig(platformWith(files));
  const [failing, stalling, expiring] = [request(shop, 1), request(shop, 2), request(shop, 3)];
  files.set(1, { file: '', status: 'failed' });
  expect(await check(1)).toMatchObject({ isOver: true });
  expect(stateOf(failing)).toBe('failed');
  expect(observed.at(-1)).toMatchObject({ title: 'Export of acme/shop failed', body: 'CycloneDX 1.6 JSON' });
  await clock.advance(hours(1));
  expect(await check(2)).toEqual({ changed: 1, everyMs: minutes(10) });
  expect(stateOf(stalling)).toBe('stalled');
  const alarms = observed.filter(({ isAlarm }) => isAlarm).map(({ title }) => title);
  expect(alarms).toEqual(['Export of acme/shop failed', 'Export of acme/shop isn’t finished after an hour']);
  files.set(2, { file: sbom('a@1') });
  expect(await check(2)).toMatchObject({ isOver: true });
  expect(stateOf(stalling)).toBe('kept');
  expect(observed.at(-1)).toMatchObject({ key: String(stalling), isAlarm: false });

  const found = state.dependencyExports.get(profileId, expiring);
  if (found === null) throw new Error('no export');
  state.dependencyExports.put({ ...found, expiresAt: clock.now() });
  expect(await check(3)).toEqual({ changed: 1, isOver: true });
  expect(stateOf(expiring)).toBe('expired');
});

test('an export of somebody else, and one that the platform has deleted', async () => {
  const answers = new Map([
    [1, 403],
    [2, 404],
  ]);
  const rig = await exportsRig((seen, response) => {
    const id = Number(/exports\/(\d+)/.exec(seen.url)?.[1]);
    json(response, { message: String(answers.get(id)) }, answers.get(id) ?? 500);
  });
  const [other, missing] = [rig.request(shop, 1), rig.request(shop, 2)];
  for (const exportId of [1, 2]) expect(await rig.check(exportId)).toEqual({ changed: 1, isOver: true });
  expect([other, missing].map(rig.stateOf)).toEqual(['not-yours', 'not-yours']);
  const down = rig.request(shop, 3);
  await expect(rig.check(3)).rejects.toMatchObject({ status: 500 });
  expect(rig.stateOf(down)).toBe('generating');
});

test('a file that ends early is not stored, and is downloaded again', async () => {
  let attempts = 0;
  const file = sbom('a@1');
  const rig = await exportsRig((seen, response) => {
    if (!seen.url.endsWith('/download')) return json(response, { id: 1, status: 'finished', has_finished: true });
    attempts += 1;
    response.writeHead(200, { 'content-length': String(file.length) });
    if (attempts > 1) return void response.end(file);
    response.write(file.slice(0, 20));
    setTimeout(() => response.destroy(), 20);
  });
  const id = rig.request(shop, 1);
  await expect(rig.check(1)).rejects.toMatchObject({ reason: 'connection-lost' });
  expect([rig.stateOf(id), rig.state.blobs.usage().files]).toEqual(['ready', 0]);
  expect(rig.places()).toEqual(['1']);
  await rig.check(1);
  expect([rig.stateOf(id), rig.state.blobs.usage().usedBytes]).toEqual(['kept', file.length]);
});

test('a file that does not fit into the limit waits, with the reason', async () => {
  const file = sbom('a@1') + ' '.repeat(megabytes(11));
  const rig = await exportsRig(platformWith(new Map([[1, { file }]])));
  rig.verbs.setLimit({ limitBytes: megabytes(10) });
  const id = rig.request(shop, 1);
  expect(await rig.check(1)).toEqual({ changed: 1, everyMs: hours(1) });
  expect(rig.rows()).toMatchObject([{ id, state: 'ready', failure: { reason: 'storage-limit' } }]);
  rig.verbs.setLimit({ limitBytes: megabytes(20) });
  await rig.check(1);
  expect(rig.stateOf(id)).toBe('kept');
});

test('after a kill, known exports are resumed from the journal and the stored file, and nothing is requested', async () => {
  const files = new Map([[1, { file: sbom('a@1') }]]);
  const rig = await exportsRig(platformWith(files));
  // Killed after the outcome was stored, before the export was taken over
  const one = rig.intend(shop);
  rig.end(one, { reply: { id: 1, status: 'running' } });
  rig.restart();
  rig.adopt();
  expect(rig.places()).toEqual(['1']);
  await rig.check(1);
  expect(rig.stateOf(one)).toBe('kept');
  // Killed after the file was stored, before the state was
  const stored = rig.state.dependencyExports.get(rig.profileId, one);
  if (stored === null) throw new Error('no export');
  rig.state.dependencyExports.put({ ...stored, state: 'ready' });
  rig.restart();
  const downloads = () => rig.server.seen.filter(({ url }) => url.endsWith('/download')).length;
  expect(rig.places()).toEqual(['1']);
  await rig.check(1);
  expect([rig.stateOf(one), downloads()]).toEqual(['kept', 1]);
  expect(rig.server.seen.every(({ method }) => method === 'GET')).toBe(true);
});

test('removing a profile removes its exports and files, and the journal does not bring them back', async () => {
  const rig = await exportsRig(platformWith(new Map([[1, { file: sbom('a@1') }]])));
  rig.request(shop, 1);
  await rig.check(1);
  rig.forget();
  rig.adopt();
  expect([rig.rows(), rig.state.blobs.usage().files]).toEqual([[], 0]);
});

test('a 202 without a body means that the export is not ready, and a 200 without fields that it is', async () => {
  let polls = 0;
  const rig = await exportsRig((seen, response) => {
    if (seen.url.endsWith('/download')) return void response.writeHead(200).end(sbom('a@1'));
    polls += 1;
    if (polls < 3) response.writeHead(202).end();
    else json(response, { id: 1 });
  });
  const id = rig.request(shop, 1);
  expect([await rig.check(1), await rig.check(1)]).toMatchObject([{ everyMs: 2_000 }, { everyMs: 4_000 }]);
  await rig.check(1);
  expect([rig.stateOf(id), polls]).toEqual(['kept', 3]);
});

test('an export that is reported as ready but not served is checked again later', async () => {
  const rig = await exportsRig((seen, response) => {
    if (seen.url.endsWith('/download')) json(response, { message: '404 Not Found' }, 404);
    else json(response, { id: 1, has_finished: true });
  });
  const id = rig.request(shop, 1);
  expect(await rig.check(1)).toEqual({ changed: 1, everyMs: 30_000 });
  expect([rig.stateOf(id), rig.places()]).toEqual(['generating', ['1']]);
});

test('an export that neither ends nor expires is given up after 30 days', async () => {
  const rig = await exportsRig(platformWith(new Map()));
  const id = rig.request(shop, 1);
  await rig.clock.advance(days(29));
  expect(await rig.check(1)).toMatchObject({ everyMs: minutes(10) });
  await rig.clock.advance(days(1));
  expect(await rig.check(1)).toEqual({ changed: 1, isOver: true });
  expect([rig.stateOf(id), rig.places()]).toEqual(['expired', []]);
});
