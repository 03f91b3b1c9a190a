import { expect, test } from 'vitest';
import { deletedBranches, removedFromAllowlist, repairedDeployments } from '../../faults/bulk-writes.ts';
import { killWrites, type WriteReport } from '../../faults/write-kills.ts';

const killed = { canary: 5, at: ['after-send', 'after-reply'] as const, slowMs: 400, speed: 60 };

/** All rows end as applied, except that the outcome of an interrupted one can stay unknown. */
function expectDone({ wrong, states, canary, kills }: WriteReport, rows: number): void {
  expect(wrong).toEqual([]);
  expect(canary?.applied).toBe(5);
  expect(kills['after-send'] + kills['after-reply']).toBe(2);
  expect(states).toEqual({ applied: rows });
}

test('500 stuck deployments are repaired once each, although Reeve is killed twice', async () => {
  const report = await killWrites({ ...killed, writes: 500, positions: [120, 333], asks: repairedDeployments });
  expectDone(report, 500);
});

test('300 branches are deleted once each, although Reeve is killed twice', async () => {
  const report = await killWrites({ ...killed, writes: 300, positions: [80, 222], asks: deletedBranches });
  expectDone(report, 300);
});

test('200 projects are removed from an allowlist once each, although Reeve is killed twice', async () => {
  const more = { writes: 200, projects: 230, positions: [60, 150], asks: removedFromAllowlist };
  expectDone(await killWrites({ ...killed, ...more }), 200);
});
