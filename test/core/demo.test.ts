import { expect, test } from 'vitest';
import { days, minutes } from '#shared/time.ts';
import { watchedFleet } from '../helpers/watched-fleet.ts';

const slice = { from: 0, count: 50 };
const everywhere = { scope: null };

test('within ten minutes of its start the demo shows one problem of each kind although the user does nothing', async () => {
  // As `npm start` starts it
  const { client, pass, now } = await watchedFleet({ moving: true, probes: ['import'] });
  await pass(minutes(10));

  const mirrors = await client.remoteMirrors.list({ query: { ...everywhere, filter: { has_alarm: true } }, slice });
  expect(mirrors.rows.map(({ row }) => row.alarm)).toEqual(expect.arrayContaining(['stuck', 'failed']));
  const hooks = await client.webhooks.list({ query: { ...everywhere, filter: { state: 'disabled' } }, slice });
  expect(hooks.total).toBeGreaterThan(0);
  const stale = await client.runners.list({ query: { ...everywhere, filter: { status: 'stale' } }, slice });
  expect(stale.total).toBeGreaterThan(0);
  const soon = new Date(now() + days(7)).toISOString();
  const tokens = await client.accessTokens.list({
    query: { ...everywhere, filter: { expires_before: soon, state: 'active' } },
    slice,
  });
  expect(tokens.total).toBeGreaterThan(0);
  const { found } = await client.imports.history();
  expect(found.map(({ import_status: status }) => status).toSorted()).toEqual(['failed', 'finished']);
  expect(found.find(({ import_status: status }) => status === 'failed')?.import_error).toMatch(/.{20}/);

  const { notices } = await client.notices.list();
  const seen = notices.map(({ kind, tone }) => `${kind} ${tone}`);
  expect(seen).toEqual(
    expect.arrayContaining([
      'mirror-stuck alarm',
      'mirror-failed alarm',
      'mirror-failed recovered',
      'webhook-disabled alarm',
    ]),
  );
});
