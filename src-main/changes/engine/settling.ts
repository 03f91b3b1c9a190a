import { pushRuleId } from '#main/cache/collections/push-rules.ts';
import type { StoredRow } from '#main/state/plans.ts';
import type { Outcome } from '#main/state/journal.ts';
import { madePlaceOf, moreOf, placeOf, pushRuleScope } from './places.ts';
import type { State } from '../subject/subject.ts';
import type { Target, Workshop } from './target.ts';
import { thingsOf } from '../subject/things.ts';

/** How a row's write ended, and what came back with it. */
export interface Ended {
  row: StoredRow;
  /** What the journal says of it; the row may say otherwise, when it is to be sent once more. */
  verdict: Outcome['state'];
  reply?: unknown;
  requestId?: string | null;
}

/** Write the end of a write into the journal and its plan at once, and what it changed into the cache. */
export async function settle(
  planId: string,
  { row, verdict, reply = null, requestId = null }: Ended,
  target: Target,
  shop: Workshop,
) {
  const { plans, journal, clock, written, subjects, deadlines } = shop;
  written.note(target.profile.url, thingsOf(row.write, subjects));
  let undone: string | null = null;
  plans.together(() => {
    const { status, said } = row;
    if (row.journalId !== null) {
      deadlines.delete(row.journalId);
      journal.end(row.journalId, { state: verdict, endedAt: clock.now(), status, said, requestId, reply });
    }
    if (verdict === 'applied' && row.undoOfEntry !== null) {
      journal.markUndone(row.undoOfEntry, planId);
      undone = journal.get(row.undoOfEntry)?.planId ?? null;
    }
    plans.putRow(planId, { ...row, waitsUntil: null });
  });
  shop.touch(planId);
  if (undone !== null && plans.stored(undone) !== null) shop.touch(undone);
  shop.journalled();
  if (verdict === 'applied') await intoCache(row, reply, target, shop);
}

/** The window reads the cache, so that what was just written must stand there. Not having it there is no failure. */
async function intoCache(row: StoredRow, reply: unknown, target: Target, { clock, log }: Workshop): Promise<void> {
  try {
    await cacheIt(row, reply, target, clock.now());
  } catch (thrown) {
    log.warn('changes.not-cached', { op: row.op, said: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

async function cacheIt(row: StoredRow, reply: unknown, { store }: Target, now: number): Promise<void> {
  const { write, method, before } = row;
  const answer: State = typeof reply === 'object' && reply !== null && !Array.isArray(reply) ? (reply as State) : {};
  const ruleScope = pushRuleScope(write);
  if (ruleScope !== null) {
    const whole = { ...before, ...sentOf(row), ...answer, is_configured: true };
    const rule = method === 'DELETE' ? { is_configured: false } : whole;
    return void (await store.put({ collection: 'pushRules', scope: ruleScope }, pushRuleId, rule, now));
  }
  const place = placeOf(write);
  if (place !== null) {
    if (method === 'DELETE') return void (await store.markAllGone(place, now));
    const isOfIt = answer['id'] === undefined || answer['id'] === place.id;
    const told = Object.entries(isOfIt ? answer : {}).filter(([, value]) => value !== undefined);
    const fields = { ...before, ...sentOf(row), ...Object.fromEntries(told), ...moreOf(write) };
    return void (await store.putFields(place, fields, now));
  }
  const made = madePlaceOf(write);
  const { id, ...told } = answer;
  if (made === null || typeof id !== 'number') return;
  const { token: _, ...record } = { ...told, ...moreOf(write) } as Record<string, unknown>;
  await store.put({ collection: made.stem, scope: made.scope }, id, { id, ...record }, now);
}

/** What was sent and can be read: a platform may answer with nothing at all. */
function sentOf({ changes, before }: StoredRow): Record<string, unknown> {
  const read = changes.filter(({ field, isSecret }) => !isSecret && field in (before ?? {}));
  return Object.fromEntries(read.map(({ field, after }) => [field, after]));
}
