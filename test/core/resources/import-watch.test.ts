import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '#main/state/files/database.ts';
import { imports } from '#main/state/imports.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { profile, rig, until } from '../../helpers/rig.ts';
import { applyAndWait, movableClock } from '../changes-rig.ts';

const token = 'seeded-external-token-7f3a';
const op = 'imports.fromCodehostA';
afterEach(() => void vi.restoreAllMocks());

/** The simulator with the status endpoint of imports, which the documents do not name. */
async function reportingStatus(url: string, status: object): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    if (/\/import$/.test(incoming.url ?? '') && incoming.method === 'GET') {
      asked += 1;
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(status));
      return;
    }
    const { method, headers } = incoming;
    const further = request(new URL(incoming.url ?? '', url), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(further);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

test('a status that the instance reports is shown, and a finished import cannot be canceled', async () => {
  const { client, platform } = await rig();
  const { url } = await reportingStatus(platform.url, {
    import_status: 'finished',
    import_warning: '2 comments were left out',
  });
  await client.profiles.add({ ...profile, name: 'Reporting', url, token: platform.tokens.admin });
  const body = { repo_id: 6, target_namespace: 'acme', new_name: 'six', personal_access_token: token };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  const projectId = platform.world.projects.lookup('acme/six')?.id ?? 0;
  expect(await client.imports.refreshStatus({ projectId })).toEqual({
    outcome: 'reported',
    status: 200,
    reportedMessage: null,
    import_status: 'finished',
    seen: null,
  });
  const { entries, isStatusOffered } = await client.imports.history();
  expect(isStatusOffered).toBe(true);
  expect(entries).toMatchObject([
    { import_status: 'finished', import_warning: '2 comments were left out', isCancellable: false },
  ]);
});

/** A running import on an instance that reports this `status`; the test moves the clock. */
async function underWay(status: { import_status: string }, settings: Parameters<typeof rig>[0] = {}) {
  const rigged = await rig(settings);
  const { client, platform } = rigged;
  const { url, asked } = await reportingStatus(platform.url, status);
  await client.profiles.add({ ...profile, name: 'Reporting', url, token: platform.tokens.admin });
  const clock = movableClock();
  const body = { repo_id: 6, target_namespace: 'acme', new_name: 'six', personal_access_token: token };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  const entry = async () => (await rigged.client.imports.history()).entries[0];
  /** Let time pass until the status is this one. */
  const isNow = (status: string) =>
    until(
      () => (clock.pass(seconds(2)), entry()),
      (one) => one?.import_status === status,
    );
  return { rigged, clock, asked, entry, isNow };
}

test('an import is polled over restarts until it ends, and is never sent again', async () => {
  const reported = { import_status: 'started' };
  const { rigged, clock, asked, entry, isNow } = await underWay(reported);
  expect(await entry()).toMatchObject({ import_status: 'scheduled', watch: 'under-way' });
  await rigged.restart();
  clock.pass(seconds(20));
  await isNow('started');
  const askedBefore = asked();
  await rigged.restart();
  expect(await entry()).toMatchObject({ import_status: 'started', watch: 'under-way', isCancellable: true });
  expect(asked()).toBe(askedBefore);
  reported.import_status = 'finished';
  clock.pass(seconds(30));
  expect(await isNow('finished')).toMatchObject({ watch: 'ended', isCancellable: false });
  const askedInAll = asked();
  clock.pass(hours(2));
  await rigged.restart();
  clock.pass(hours(2));
  expect(await entry()).toMatchObject({ import_status: 'finished', watch: 'ended' });
  expect(asked()).toBe(askedInAll);
  expect(rigged.platform.requests.list().filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an import that fails on the platform is shown as failed and is no longer polled', async () => {
  const reported = { import_status: '' };
  const { rigged, clock, asked, isNow } = await underWay(reported, { background: 'fails' });
  const { clock: platformClock, world } = rigged.platform;
  const [row] = world.imports.all();
  if (row === undefined) throw new Error('no import');
  for (const status of ['started', 'failed']) {
    platformClock.advance(seconds(5));
    reported.import_status = world.imports.status(row);
    clock.pass(minutes(1));
    expect((await isNow(status))?.watch).toBe(status === 'failed' ? 'ended' : 'under-way');
  }
  const askedInAll = asked();
  clock.pass(hours(2));
  await isNow('failed');
  expect(asked()).toBe(askedInAll);
});

test('an import that waits for a person is requested only when the person checks it, and polled afterwards', async () => {
  const reported = { import_status: 'started' };
  const { rigged, clock, asked, entry, isNow } = await underWay(reported);
  const projectId = (await entry())?.project?.id ?? 0;
  await rigged.core.close();
  const { data } = rigged.ports.paths;
  const [, key] = [...rigged.ports.secrets.entries].find(([name]) => name.startsWith('database-key:')) ?? [];
  const db = openDatabase(join(data, 'state.db'), key ?? '');
  expect(imports(db).pausePolling()).toBe(1);
  db.close();
  await rigged.restart();
  clock.pass(hours(2));
  expect(await entry()).toMatchObject({ import_status: 'scheduled', watch: 'needs-person' });
  expect(asked()).toBe(0);
  await rigged.client.imports.refreshStatus({ projectId });
  expect(await entry()).toMatchObject({ import_status: 'started', watch: 'under-way' });
  reported.import_status = 'failed';
  clock.pass(hours(1));
  expect(await isNow('failed')).toMatchObject({ watch: 'ended' });
});

/** A running import on an instance that does not report statuses; the test moves the clocks. */
async function unreported(background: 'finishes' | 'fails' | 'stalls') {
  const { client, platform } = await rig({ background });
  const clock = movableClock();
  const body = { repo_id: 6, target_namespace: 'acme', new_name: 'six', personal_access_token: token };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  const asked = (pattern: RegExp) => platform.requests.list().filter(({ path }) => pattern.test(path)).length;
  /** Let time pass in steps until the import is as wanted. */
  const passUntil = (stepMs: number, isSo: () => Promise<boolean> | boolean) =>
    until(
      () => {
        platform.clock.advance(stepMs);
        clock.pass(stepMs);
        return isSo();
      },
      (is) => is,
    );
  const looks = () => asked(/\/commits$/);
  /** No further request is sent, whatever time passes. */
  const staysQuiet = async () => {
    const before = looks();
    for (let hour = 0; hour < 5; hour += 1) await passUntil(hours(1), async () => (await entry()) !== undefined);
    return looks() === before;
  };
  const entry = async () => (await client.imports.history()).entries[0];
  const notices = async () => (await client.notices.list()).notices;
  return { asked, looks, passUntil, staysQuiet, entry, notices };
}

test('without a status endpoint, an import counts as finished after three equal looks with a commit', async () => {
  const { asked, passUntil, staysQuiet, entry, notices } = await unreported('finishes');
  await passUntil(seconds(5), async () => (await entry())?.watch === 'ended');
  expect(await entry()).toMatchObject({ isInferred: true, import_status: 'scheduled', isCancellable: false });
  expect(asked(/\/import$/)).toBe(1);
  expect(await notices()).toMatchObject([
    { kind: 'import-finished', tone: 'info', title: 'Import of acme/six probably finished', link: { page: 'imports' } },
  ]);
  expect(await staysQuiet()).toBe(true);
});

test('without a commit, an import never counts as finished, and after 24 hours without a change it is no longer checked', async () => {
  const { looks, passUntil, staysQuiet, entry, notices } = await unreported('fails');
  await passUntil(seconds(30), () => looks() > 5);
  expect(await entry()).toMatchObject({ watch: 'under-way', isInferred: false });
  await passUntil(hours(1), async () => (await entry())?.watch === 'needs-person');
  expect(await notices()).toMatchObject([{ kind: 'import-no-news', tone: 'alarm' }]);
  expect(await staysQuiet()).toBe(true);
});

test('the reason of a failed import is shown and noticed once', async () => {
  const rigged = await rig({ probes: ['import'], background: 'fails' });
  const { client, platform } = rigged;
  const clock = movableClock();
  const body = { repo_id: 6, target_namespace: 'acme', new_name: 'six', personal_access_token: token };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  platform.clock.advance(minutes(1));
  clock.pass(minutes(1));
  const { entries } = await until(
    () => (clock.pass(seconds(2)), client.imports.history()),
    ({ entries: [one] }) => one?.watch === 'ended',
  );
  const [reason] = platform.world.imports.all().map((row) => row.reason);
  expect(entries[0]).toMatchObject({ import_status: 'failed', import_error: reason, isInferred: false });
  const again = await rigged.restart();
  clock.pass(hours(2));
  expect((await again.notices.list()).notices).toMatchObject([
    { kind: 'import-failed', tone: 'alarm', title: 'Import of acme/six failed', body: reason },
  ]);
});
