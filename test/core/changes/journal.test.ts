import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { profile, rig } from '../../helpers/rig.ts';
import { slice } from '../changes-rig.ts';

test('the journal is searched by words, filtered, and exported with formulas escaped', async () => {
  const { client, platform } = await rig();
  const [one, two] = platform.world.runners.all();
  for (const [runner, text] of [
    [one, '=HYPERLINK("x")'],
    [two, 'second'],
  ] as const) {
    Object.assign(runner ?? {}, { description: `${text} note` });
    await client.changes.run({ op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: text } });
  }
  const list = (query: object) => client.journal.list({ query, slice });
  expect((await list({ search: 'second NOTE' })).rows).toMatchObject([{ label: 'second note', state: 'applied' }]);
  expect((await list({ search: 'second missing' })).total).toBe(0);
  expect((await list({ op: 'runners.edit', state: 'applied', canUndo: true })).total).toBe(2);
  expect((await list({ after: Date.now() + 60_000 })).total).toBe(0);
  expect((await client.journal.ids({ query: {}, from: 0, count: 1 })).ids).toHaveLength(1);
  expect(await client.journal.ops()).toEqual({ ops: ['runners.edit'] });
  const { rows } = await list({});
  expect(rows[0]?.who).toMatch(/^token [0-9a-f]{12}, Test$/);
  expect(rows[0]?.user).toBeNull();
  expect(JSON.stringify(rows)).not.toContain(platform.tokens.admin);

  const csv = await client.journal.export({ query: {}, format: 'csv' });
  expect(await readFile(csv.path, 'utf8')).toContain(`'=HYPERLINK`);
  const json = await client.journal.export({ query: { search: 'second' }, format: 'json' });
  expect(JSON.parse(await readFile(json.path, 'utf8'))).toMatchObject([{ label: 'second note' }]);
});

test('if the platform reports the owner of the token, the journal shows, finds and exports the user name', async () => {
  const { client, platform } = await rig();
  const requestedPaths: string[] = [];
  const url = await withUserEndpoint(platform.url, requestedPaths);
  await client.profiles.add({ ...profile, name: 'Reporting', url, token: platform.tokens.admin });
  const [one, two] = platform.world.runners.all();
  for (const id of [one?.id ?? 0, two?.id ?? 0]) {
    await client.changes.run({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'by anna' } });
  }
  const { rows } = await client.journal.list({ query: { search: 'anna reporting' }, slice });
  expect(rows.map(({ user, state }) => [user, state])).toEqual([
    ['anna', 'applied'],
    ['anna', 'applied'],
  ]);
  expect(requestedPaths).toHaveLength(1);
  const { path } = await client.journal.export({ query: {}, format: 'csv' });
  expect(await readFile(path, 'utf8')).toContain('Reporting",anna,runners.edit,');
});

/** A proxy to the simulator, with an additional undocumented endpoint that returns the token's user. */
async function withUserEndpoint(url: string, requestedPaths: string[]): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming;
    if (path === '/api/v4/user') {
      requestedPaths.push(path);
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify({ id: 1, username: 'anna' }));
      return;
    }
    const further = request(new URL(path, url), { method, headers }, (reply) => {
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
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
