import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  bodyToWire,
  dialects,
  fieldFromWire,
  fieldsFromWire,
  fieldsToWire,
  headerFromWire,
  pathToWire,
} from '#main/api/client/wire/dialect.ts';
import { endpoints } from '#main/api/endpoints/index.ts';
import { nameInDialect } from '#shared/text/en/dialect-names.ts';

const { documented, gitlab } = dialects;

test('renaming all fields to the dialect and back returns the same row', () => {
  const neutral = Object.fromEntries(Object.keys(gitlab.fields).map((name, index) => [name, index]));
  const wire = fieldsToWire(neutral, gitlab);
  expect(Object.keys(wire)).toEqual(Object.values(gitlab.fields));
  expect(fieldsFromWire(wire, gitlab)).toEqual(neutral);
});

test('a row that already has the neutral name keeps its value', () => {
  expect(fieldsFromWire({ github: 'a', codehost_a: 'b' }, gitlab)).toEqual({ github: 'a', codehost_a: 'b' });
});

test('a user nested in a row is renamed, too, but nothing deeper', () => {
  const user = { id: 1, linkedin: 'me', identities: [{ github: 'x' }] };
  const key = fieldsFromWire({ id: 7, user, other: { github: 'y' } }, gitlab);
  expect(key).toEqual({
    id: 7,
    user: { id: 1, network_a: 'me', identities: [{ github: 'x' }] },
    other: { github: 'y' },
  });
  expect(fieldsFromWire({ user: null }, gitlab)).toEqual({ user: null });
});

test('a field in a refusal is reported with its name in the documents', () => {
  expect(fieldFromWire('bitbucket_email', gitlab)).toBe('codehost_b_email');
  expect(fieldFromWire('name', gitlab)).toBe('name');
});

test('the gitlab dialect renames each neutral name of the endpoints, one path, and nothing else', () => {
  const neutral = /^(codehost|network)_/;
  const all = [...endpoints.values()];
  const paths = all.map(({ path }) => path).filter((path) => path.split('/').some((part) => neutral.test(part)));
  const schemas = all.flatMap(({ query, body, reply }) => [query, body, reply]).filter((schema) => schema !== null);
  const fields = schemas.flatMap((schema) => namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
  const otherPath = '/projects/:id/jobs/artifacts';
  expect(Object.keys(gitlab.paths).sort()).toEqual([...new Set([...paths, otherPath])].sort());
  expect(Object.keys(gitlab.fields).sort()).toEqual([...new Set(fields.filter((name) => neutral.test(name)))].sort());
  const spellings = [
    ...Object.values(gitlab.paths).flatMap((path) => path.split('/')),
    ...Object.values(gitlab.fields),
  ];
  expect(spellings.filter((name) => neutral.test(name))).toEqual([]);
});

test('names in paths are translated to the dialect, and names of headers back', () => {
  expect(headerFromWire('X-Gitlab-Blob-Id', gitlab)).toBe('x-service-blob-id');
  expect(headerFromWire('x-total', gitlab)).toBe('x-total');
  expect(pathToWire('/import/codehost_a/gists', gitlab)).toBe('/import/github/gists');
  expect(pathToWire('/import/codehost_b_server', gitlab)).toBe('/import/bitbucket_server');
  expect(pathToWire('/users/:id', gitlab)).toBe('/users/:id');
});

test('the namespace of a Bitbucket Server import is sent under two names, and of other imports under one', () => {
  const path = '/import/codehost_b_server';
  const body = { codehost_b_server_repo: 'r', target_namespace: 'acme' };
  const own = { bitbucket_server_repo: 'r' };
  expect(bodyToWire(body, path, gitlab)).toEqual({ ...own, target_namespace: 'acme', new_namespace: 'acme' });
  expect(bodyToWire({ codehost_b_server_repo: 'r' }, path, gitlab)).toEqual(own);
  expect(bodyToWire(body, '/import/codehost_b', gitlab)).toEqual({ ...own, target_namespace: 'acme' });
  expect(bodyToWire(body, path, documented)).toEqual(body);
});

test('the documented dialect renames nothing', () => {
  const row = { network_a: 'x', linkedin: 'y' };
  expect(fieldsFromWire(row, documented)).toEqual(row);
  expect(fieldsToWire(row, documented)).toEqual(row);
  expect(headerFromWire('X-Service-Ref', documented)).toBe('x-service-ref');
});

/** All property names in a value, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

test('the window shows the fields of imports under the names that are sent', () => {
  const names = Object.entries(gitlab.fields).filter(([name]) => name.startsWith('codehost_'));
  expect(names.length).toBeGreaterThan(8);
  for (const [name, own] of names) {
    expect(nameInDialect(name, 'gitlab')).toBe(own);
    expect(nameInDialect(name, 'documented')).toBe(name);
  }
});
