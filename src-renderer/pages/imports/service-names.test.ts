import { importOps } from '#shared/contract/imports.ts';
import { serviceNames, type DialectName } from '#shared/text/en/dialect-names.ts';
import { importSources } from '#shared/text/en/import-sources.ts';
import { imports } from '#shared/text/en/imports.ts';
import { imports as operations } from '#shared/text/en/operations/imports.ts';
import { operationNames, operationName } from '#shared/text/en/operations.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { expect, test } from 'vitest';
import { importForms, secretNames, withHelp } from './import-forms.ts';
import { queueFields, queueInitial, sampleOf } from './queue-form.ts';
import { create } from './verbs.ts';

const neutral = /code ?host|network [abc]|codehost|network_/i;

/** A function of one import gets this one instead of a number. */
const entry = { at: 1, checkedAt: 1, seen: null, outcome: 'answered', status: 200, import_status: null };

/** All texts in a value. `consequence` and other functions of a number are called with 1 and 2. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const text = value as (...values: unknown[]) => unknown;
    if (value === imports.history.unreported || value === imports.history.looked) return [String(text(entry, 2))];
    return value === imports.problem ? [] : [1, 2].map((n) => String(text(n, n)));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Every text of imports in a dialect: the page, forms with their fields, samples, problems, operations, refusals. */
function textsOf(dialect: DialectName): string[] {
  const sources = importSources(dialect);
  const signIns = ['token', 'password'].map((way) => ({ ...queueInitial, way }));
  const forms = Object.values(importForms).flatMap(({ fields, initial }) =>
    [initial, ...signIns].flatMap((values) => fields({ ...initial, ...values })),
  );
  const csv = { component: {} as never, props: {} };
  const queued = importOps.flatMap((op) => signIns.flatMap((values) => queueFields({ ...values, op }, sources, csv)));
  const shown = withHelp([...forms, ...queued], sources).map(({ label, help, group, control }) => [
    label,
    help,
    group,
    control !== undefined && 'options' in control ? control.options.map((option) => option.label) : '',
  ]);
  const ops = Object.keys(operations);
  const refusals = ops.flatMap((op) =>
    [400, 403, 404, 409, 422].map((status) => refusalOf(op, { code: 'remote', status })),
  );
  const names = [...secretNames, ...forms.map(({ name }) => name)];
  return [
    ...[sources, imports, create.label, shown, refusals].flatMap(textsIn),
    ...ops.map((op) => operationName(op, dialect)),
    ...importOps.map((op) => sampleOf(op, dialect)),
    ...names.map((field) => imports.problem({ field, kind: 'missing', detail: null }, dialect)),
  ];
}

test('in the gitlab dialect, no text of imports has a neutral name', () => {
  const texts = textsOf('gitlab');
  expect(texts.filter((text) => neutral.test(text))).toEqual([]);
  expect(texts).toContain('Import a repository from Bitbucket Server');
  expect(texts.join('\n')).toContain('bitbucket_server_url is missing.');
});

test('in the documented dialect, no text of imports has the name of a real service', () => {
  const texts = textsOf('documented');
  const own = Object.values(serviceNames.gitlab);
  expect(texts.filter((text) => own.some((name) => text.includes(name)))).toEqual([]);
  expect(texts.filter((text) => neutral.test(text)).length).toBeGreaterThan(20);
});

test('an operation that names its source is found under its names in all dialects', () => {
  expect(operationNames('imports.fromCodehostA')).toEqual([
    'Import repository from code host A',
    'Import repository from GitHub',
  ]);
  expect(operationNames('imports.cancel')).toEqual(['Cancel import']);
});
