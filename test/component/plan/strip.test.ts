import type { Call, Plan } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { exactTime } from '#shared/text/en/moments.ts';
import { minutes } from '#shared/time.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { sampleWrites } from '../fake-writes.ts';
import { sampleJob } from '../samples.ts';
import { openWindow } from '../shell/window.ts';
import { runners } from './rig.ts';

afterEach(() => page.viewport(1280, 800));

/** The strip of a plan that paused before any of its 40 rows was sent, in a window of this size. */
async function paused(width: number, height: number, pausedWhy: NonNullable<Plan['pausedWhy']>) {
  await page.viewport(width, height);
  const nameOf = ({ path }: Call) => ({ label: `runner-of-the-platform-team-${path?.['id']}` });
  const core = await openWindow({
    path: '/activity',
    world: { writes: sampleWrites({ things: runners(40), nameOf }) },
  });
  const calls = Array.from({ length: 40 }, (_, at) => ({
    op: 'runners.edit',
    path: { id: at + 1 },
    body: { paused: true },
  }));
  const plan = await core.session.client.changes.plan({ calls });
  core.emit('changes', 'changed', { plans: [{ ...plan, state: 'paused', pausedWhy }] });
  const strip = page.getByRole('region', { name: words.titleOf(plan) });
  await expect.element(strip.getByText(/40 rows left/)).toBeVisible();
  return strip;
}

const sizes = [
  { width: 1024, height: 700, why: 'canary' },
  { width: 1024, height: 700, why: 'restored' },
  { width: 720, height: 450, why: 'canary' },
  { width: 720, height: 450, why: 'restored' },
] as const;

for (const { width, height, why } of sizes) {
  test(`at ${width} by ${height} pixels, the strip of a paused plan shows its buttons and the whole reason: ${why}`, async () => {
    const strip = await paused(width, height, why);
    const reason = strip.getByText(words.paused[why]);
    await expect.element(reason).toBeVisible();
    const { scrollWidth, clientWidth } = reason.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    for (const one of strip.getByRole('button').all()) await expect.element(one).toBeInViewport({ ratio: 1 });
    // One line of buttons, and at most two lines of text
    expect(strip.element().getBoundingClientRect().height).toBeLessThan(80);
  });
}

test('the strip of a plan that a rate limit holds back says so with the time, and offers no retry before it', async () => {
  const core = await openWindow({ path: '/activity', world: { writes: sampleWrites({ things: runners(2) }) } });
  const calls = [1, 2].map((id) => ({ op: 'runners.edit', path: { id }, body: { paused: true } }));
  const plan = await core.session.client.changes.plan({ calls });
  const resumeAt = Date.now() + minutes(1);
  const failure = { code: 'throttled' as const, message: 'x', retryAtMs: resumeAt };
  const about = { kind: 'changes.apply', input: { planId: plan.id } };
  core.emit('changes', 'changed', { plans: [{ ...plan, state: 'applying' }] });
  core.emit('jobs', 'changed', { jobs: [sampleJob({ ...about, state: 'waiting', resumeAt, failure })], removed: [] });
  const strip = page.getByRole('region', { name: words.titleOf(plan) });
  const text = `The rate limit of this instance is reached. Next try at ${exactTime(resumeAt)}.`;
  await expect.element(strip.getByText(text)).toBeVisible();
  await expect.element(strip.getByRole('button', { name: 'Retry now' })).not.toBeInTheDocument();
  await click(strip.getByRole('button', { name: 'Show' }));
  await expect.element(page.getByRole('dialog').getByText(text)).toBeVisible();
});

test('the dialog of a waiting plan names the reason of the row that could not be sent', async () => {
  const core = await openWindow({ path: '/activity', world: { writes: sampleWrites({ things: runners(2) }) } });
  const calls = [1, 2].map((id) => ({ op: 'runners.edit', path: { id }, body: { paused: true } }));
  const plan = await core.session.client.changes.plan({ calls });
  const failure = { code: 'denied' as const, reason: 'token-ended', status: 401, message: 'x' };
  const rows = core.world.writes.rows[plan.id] ?? [];
  core.world.writes.rows[plan.id] = rows.map((row, at) => (at === 0 ? { ...row, failure } : row));
  core.emit('changes', 'changed', { plans: [{ ...plan, state: 'waiting' }] });
  await click(page.getByRole('region', { name: words.titleOf(plan) }).getByRole('button', { name: 'Show' }));
  await expect.element(page.getByRole('dialog').getByText(/no longer accepts this token/)).toBeVisible();
  await expect.element(page.getByText(words.waiting)).not.toBeInTheDocument();
});
