import { expect, test } from 'vitest';
import { collections } from './collections.ts';
import { allValues, dialectValues, filterValues, isAccepted, valueInDialect, valuesIn } from './dialect-values.ts';
import type { ValueSet } from './dialect-values.ts';

const sets = Object.keys(dialectValues) as ValueSet[];

test.each(sets)('%s: no value that is offered is refused', (set) => {
  for (const dialect of ['documented', 'gitlab'] as const) {
    for (const value of valuesIn(set, dialect)) expect(isAccepted(set, value, dialect), String(value)).toBe(true);
  }
  expect(new Set(allValues(set)).size).toBe(allValues(set).length);
});

test.each([
  ['tokenScopes', 'gitlab', ['manage_runner', 'a_newer_scope'], ['manage_runners']],
  ['tokenScopes', 'documented', ['manage_runners', 'write_repository'], []],
  ['deploymentStatuses', 'gitlab', ['skipped'], ['other']],
  ['deploymentStatuses', 'documented', ['blocked'], ['skipped']],
  ['deploymentOrders', 'gitlab', ['finished_at'], ['ref']],
  ['milestoneIds', 'gitlab', ['None', 'Started'], [7, '7']],
  ['milestoneIds', 'documented', ['Any', 7], ['other']],
  ['versionPrefixes', 'gitlab', ['17.', '.9', '+'], ['v17', 'a']],
  ['deliveryStatuses', 'gitlab', ['successful', 200, 404, 508, 511], [418, 444, 499, 509, 520, 527, 599]],
  ['deliveryStatuses', 'documented', [100, 444, 599], [99, 600]],
  ['memberLevels', 'gitlab', [10, 50], [0, 5]],
  ['branchSorts', 'documented', [], ['name_asc']],
] as const)('%s in %s', (set, dialect, accepted, refused) => {
  expect(accepted.filter((value) => !isAccepted(set, value, dialect))).toEqual([]);
  expect(refused.filter((value) => isAccepted(set, value, dialect))).toEqual([]);
});

test('a scope has its name in the dialect', () => {
  expect(valueInDialect('manage_runners', 'gitlab')).toBe('manage_runner');
  expect(valueInDialect('manage_runners', 'documented')).toBe('manage_runners');
  expect(valueInDialect('api', 'gitlab')).toBe('api');
});

test('each filter with values of a dialect is a filter of its list', () => {
  for (const [name, filters = {}] of Object.entries(filterValues)) {
    expect(Object.keys(collections[name as 'issues'].filter.shape)).toEqual(
      expect.arrayContaining(Object.keys(filters)),
    );
  }
});

test('a value that is also the name of a property of every object keeps its name', () => {
  expect(valueInDialect('constructor', 'gitlab')).toBe('constructor');
});
