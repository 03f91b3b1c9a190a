import { expect, test } from 'vitest';
import { stepsOf } from '../helpers/steps.ts';

const many = 2_000;
const numbers = Array.from({ length: many }, (_, number) => number);
const jobs = numbers.map((number) => ({ id: String(number), kind: 'changes.apply', input: { planId: `p${number}` } }));

test.each([
  [
    'main/services/runners/runner-fleet',
    'versionsOf',
    numbers.map((id) => ({ id, version: '17.0.0', tag_list: ['linux'] })),
  ],
  [
    'main/services/runners/runner-fleet',
    'coverageOf',
    numbers.map((id) => ({ id, version: '17.0.0', tag_list: ['linux'] })),
  ],
  ['renderer/stores/plan-jobs', 'onePerPlan', jobs],
] as const)('in %s, the steps of %s do not grow with the square of the rows', async (file, name, rows) => {
  const module = new URL(`../../src-${file}.ts`, import.meta.url);
  expect(await stepsOf(module, name, rows)).toBeLessThan(10 * many);
});
