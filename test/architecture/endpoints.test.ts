import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { notInApi } from '#main/api/endpoints/not-in-api.ts';
import { apiDocs } from '../../build/scripts/api-docs.ts';
import { operations } from '../platform/operations.ts';

interface Fact {
  document: number;
  line: number;
  method: string;
  path: string;
}
interface Facts {
  endpoints: Fact[];
  notInApi: { document: number; line: number }[];
}

const facts = JSON.parse(readFileSync('test/platform/endpoints.json', 'utf8')) as Facts;
const documented = facts.endpoints.map(({ method, path }) => `${method} ${path}`).sort();
const spoken = [...endpoints.values()];

test.each([
  ['the client', 'src-main/api/endpoints', spoken.map(({ method, path }) => `${method} ${path}`)],
  ['the simulator', 'test/platform/operations.ts', operations.flatMap((table) => Object.keys(table))],
])('%s has every documented endpoint once, and no other', (_, place, own) => {
  const missing = documented.filter((request) => !own.includes(request));
  expect(missing, `These requests of test/platform/endpoints.json are not in ${place}.`).toEqual([]);
  const others = own.filter((request) => !documented.includes(request));
  expect(others, `These requests of ${place} are not in test/platform/endpoints.json.`).toEqual([]);
  expect(own).toHaveLength(documented.length);
});

test('each endpoint has the line of its documentation', () => {
  const lines = new Map(
    facts.endpoints.map(({ method, path, document, line }) => [`${method} ${path}`, `${document}:${line}`]),
  );
  for (const { method, path, doc } of spoken) expect([path, doc]).toEqual([path, lines.get(`${method} ${path}`)]);
});

test('features that the documents mention without a path are listed as not in the API', () => {
  const mentioned = facts.notInApi.map(({ document, line }) => `${document}:${line}`);
  expect(notInApi.map(({ doc }) => doc).sort()).toEqual(mentioned.sort());
});

test('every write says whether it can be undone, and only writes do', () => {
  for (const { name, method, undo } of spoken)
    expect([name, undo !== null]).toEqual([name, !['GET', 'HEAD'].includes(method)]);
});

test('the pages of docs/api are current', () => {
  const docs = apiDocs();
  expect(readdirSync('docs/api').sort(), 'run `npm run docs`').toEqual([...docs.keys()].sort());
  const stale = [...docs].filter(([name, text]) => readFileSync(`docs/api/${name}`, 'utf8') !== text);
  expect(
    stale.map(([name]) => name),
    'run `npm run docs`',
  ).toEqual([]);
});
