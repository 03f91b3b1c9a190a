import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Endpoint } from '#main/api/types.ts';
import { fieldName } from '#shared/text/en/fields.ts';
import { dialectNames } from '#shared/text/en/dialect-names.ts';
import { operationName, operationTitle } from '#shared/text/en/operations.ts';
import { undoKindOf } from '../engine/compare-row.ts';
import { operations } from './index.ts';

const writing = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');

test('an operation has an inverse exactly if its endpoint allows an undo', () => {
  for (const { name, undo } of writing) {
    const how = `The endpoint ${name} has \`undo\` of the kind ${undo?.kind}. An operation has no \`inverse\` if the kind is \`none\`, and needs one otherwise.`;
    expect(operations[name]?.inverse !== undefined, how).toBe(undo?.kind !== 'none');
  }
});

test('no operation that requires a typed name can be undone', () => {
  const destroying = writing.filter(({ name }) => operations[name]?.needsTypedName === true);
  expect(destroying.length).toBeGreaterThan(5);
  expect(destroying.filter(({ undo }) => undo?.kind !== 'none').map(({ name }) => name)).toEqual([]);
});

test('an undo restores the runner switches that the platform includes in its replies, and may lose the others', () => {
  const op = 'runners.edit';
  const operation = operations[op];
  const [endpoint] = writing.filter(({ name }) => name === op) as [Endpoint];
  const write = { op, path: { id: 1 }, body: { description: 'New', run_untagged: false, locked: true } };
  const state = { description: 'Old', tag_list: ['a'], run_untagged: true, locked: false };
  expect(undoKindOf(endpoint, operation, write, state, undefined)).toEqual({ kind: 'exact' });
  const back = { ...write, body: { description: 'Old', run_untagged: true, locked: false } };
  expect(operation?.inverse?.({ write, before: state, reply: null })).toEqual([back]);
  const documented = { description: 'Old', tag_list: ['a'] };
  expect(undoKindOf(endpoint, operation, write, documented, undefined)).toMatchObject({
    kind: 'lossy',
    what: [],
    possible: ['run_untagged', 'locked'],
  });
});

test('every write endpoint has a unique, readable name without internal identifiers', () => {
  const names = writing.map(({ name }) => name);
  const texts = dialectNames.flatMap((dialect) => names.map((name) => operationName(name, dialect)));
  for (const dialect of dialectNames) {
    expect(new Set(names.map((name) => operationName(name, dialect))).size).toBe(names.length);
  }
  for (const text of [...texts, ...names.map((name) => operationTitle(name, 2))]) {
    expect(text).toMatch(/^[A-Z][a-zA-Z0-9, -]+$/);
  }
});

test('the name of an import has the name of its source in the dialect', () => {
  expect(operationName('imports.fromCodehostA', 'documented')).toBe('Import repository from code host A');
  expect(operationName('imports.fromCodehostA', 'gitlab')).toBe('Import repository from GitHub');
  expect(operationName('imports.fromCodehostB', 'gitlab')).toBe('Import repository from Bitbucket Cloud');
  expect(operationTitle('imports.fromCodehostBServer', 3)).toBe('Import 3 repositories');
});

test('every field of a write has a display name without underscores', () => {
  const fields = writing.flatMap(({ body, query }) => [...fieldsOf(body), ...fieldsOf(query)]);
  expect(fields.length).toBeGreaterThan(100);
  for (const field of fields) expect([field, fieldName(field)]).toEqual([field, expect.stringMatching(/^[A-Z][^_]*$/)]);
});

/** The fields of an object schema, or of all options of a union. */
function fieldsOf(schema: unknown): string[] {
  if (schema === null || schema === undefined) return [];
  const { def, shape } = schema as { def?: { options?: unknown[]; innerType?: unknown }; shape?: object };
  if (def === undefined) return [];
  if (shape !== undefined) return Object.keys(shape);
  return [...(def.options ?? []), ...(def.innerType === undefined ? [] : [def.innerType])].flatMap(fieldsOf);
}

test('every operation that reads declares its number of requests', () => {
  for (const { name } of writing) {
    const operation = operations[name];
    expect([name, (operation?.readRequests ?? 0) > 0]).toEqual([name, operation?.read !== undefined]);
  }
});

test('a note of a single emoji is reported as irreversible before it is sent', () => {
  const why = (body: string) =>
    operations['notes.createOnIssue']?.irreversible?.({ op: 'notes.createOnIssue', path: {}, body: { body } }, null);
  for (const body of ['👍', ':thumbsup:', ' ❤️ ', '👍🏽', '☝', '🇩🇪'])
    expect([body, why(body)]).toEqual([body, expect.any(String)]);
  for (const body of ['5', 'ok', '👍 thanks', ':not closed', '#']) expect([body, why(body)]).toEqual([body, null]);
});

test('a write of notification events that can’t be undone says why', () => {
  const whyOf = (op: string, before: Record<string, unknown> | null) =>
    operations[op]?.irreversible?.({ op, path: { id: 7 }, body: { new_note: true } }, before);
  const ofGroup = 'notification-settings.editOfGroup';
  expect(whyOf('notification-settings.edit', { level: 'custom' })).toMatch(/events of the global settings/);
  expect(whyOf(ofGroup, { level: 'custom', events: { new_note: null } })).toMatch(/uses its default/);
  expect(whyOf(ofGroup, { level: 'watch' })).toMatch(/only at the Custom level/);
  expect(whyOf(ofGroup, { level: 'custom', events: { new_note: false } })).toBeNull();
});

test('the undo of a mirror names SSH keys only if they can be lost', () => {
  const lost = (op: string, body: Record<string, unknown>, auth_method: string) =>
    operations[op]?.loses?.({ op, path: { id: 7, mirror_id: 1 }, body }, { auth_method });
  expect(lost('remote-mirrors.edit', { enabled: false }, 'ssh_public_key')).toEqual([]);
  expect(lost('remote-mirrors.edit', { auth_method: 'ssh_public_key' }, 'password')).toEqual([]);
  expect(lost('remote-mirrors.edit', { auth_method: 'password' }, 'ssh_public_key')).toEqual(['host_keys']);
  expect(lost('remote-mirrors.remove', {}, 'ssh_public_key')).toContain('host_keys');
  expect(lost('remote-mirrors.remove', {}, 'password')).not.toContain('host_keys');
});
