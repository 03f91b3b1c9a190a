import type { Call, changes, FieldChange, Plan, PlanRow, RowName, UndoKind } from '#shared/contract/changes.ts';
import type { journal, JournalEntry } from '#shared/contract/journal.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import type { secrets } from '#shared/contract/secrets.ts';
import { Failure } from '#shared/errors.ts';
import { fakeJournal } from './fake-journal.ts';

export type WritesContract = { changes: typeof changes; journal: typeof journal; secrets: typeof secrets };

/** The state of the fake write engine, and the behavior of its instance. */
export interface FakeWrites {
  plans: Plan[];
  rows: Record<string, PlanRow[]>;
  calls: Record<string, Call[]>;
  journal: JournalEntry[];
  /** Secrets that were not revealed yet, by reference. */
  secrets: Record<string, string>;
  /** Objects of the instance, for example `runners/7`, which writes are compared with and change. */
  things: Record<string, Record<string, unknown>>;
  /** The outcome of a write; default: applied. */
  answer: (call: Call) => Partial<PlanRow>;
  /** The name of a row; default: its resource and ID. */
  nameOf: (call: Call) => RowName;
  /** The result of the read before a write; default: nothing to report. */
  found: (call: Call) => Partial<PlanRow>;
  undo: (call: Call) => UndoKind;
  confirmation: (calls: readonly Call[]) => Plan['confirmation'];
  refusal: Plan['refusal'];
  /** Awaited before every write. */
  gate: () => Promise<void>;
  /** Awaited before a row is removed from its plan. */
  beforeDrop: () => Promise<void>;
  /** Awaited between the outcome of the last row and the end of its plan. */
  beforeEnd: () => Promise<void>;
}

/** The part of the world that the fake engine uses. */
interface Instance {
  openId: string | null;
  writes: FakeWrites;
}

export function sampleWrites(over: Partial<FakeWrites> = {}): FakeWrites {
  return {
    plans: [],
    rows: {},
    calls: {},
    journal: [],
    secrets: {},
    things: {},
    answer: () => ({}),
    nameOf: usualName,
    found: () => ({}),
    undo: () => ({ kind: 'exact' }),
    confirmation: (calls) => ({ kind: calls.length === 1 ? 'none' : 'plan' }),
    refusal: null,
    gate: () => Promise.resolve(),
    beforeDrop: () => Promise.resolve(),
    beforeEnd: () => Promise.resolve(),
    ...over,
  };
}

/** The text in the path or in the new object, else "runner 7". */
function usualName({ op, path = {}, body = {} }: Call): RowName {
  const key = Object.values(path).at(-1);
  const { name, branch, title, username } = op.endsWith('edit') ? {} : body;
  const texts = [Object.keys(path).length > 1 ? key : undefined, name, branch, title, username];
  const text = texts.find((one): one is string => typeof one === 'string' && one !== '');
  return { label: text ?? `${op.split('.')[0]?.replace(/s$/, '')} ${key ?? ''}`.trim() };
}

const hasAuthors = (undo?: UndoKind): boolean => undo?.kind === 'lossy' && undo.authors !== undefined;

export const keyOfThing = ({ op, path }: Call): string => `${op.split('.')[0]}/${Object.values(path ?? {}).join('/')}`;

/** Plans that are created, applied row by row, paused, canceled and undone, as the real engine does. */
export function fakeWrites(world: Instance, emit: Emit<WritesContract>): Services<WritesContract> {
  const { writes } = world;
  const uploads: Record<string, string> = {};
  const known = (planId: string): Plan => {
    const plan = writes.plans.find(({ id }) => id === planId);
    if (plan === undefined) throw new Failure('missing', 'no such plan');
    return plan;
  };
  const rowsOf = (planId: string): PlanRow[] => writes.rows[planId] ?? [];
  const isLink = (secretRef: string): boolean =>
    Object.values(writes.rows)
      .flat()
      .some(({ reveal }) => reveal?.secretRef === secretRef && reveal.isLink === true);
  const put = (planId: string, over: Partial<Plan> = {}): Plan => {
    const rows = rowsOf(planId);
    const counts: Plan['counts'] = {};
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
    const sent = rows.length - (counts.unchanged ?? 0) - (counts.skipped ?? 0);
    const undoable = rows.filter(({ state, undo }) => state === 'applied' && undo.kind !== 'none').length;
    const plan = {
      ...known(planId),
      ...over,
      counts,
      undoable,
      total: rows.length,
      requests: sent,
      estimatedMs: sent * 250,
    };
    writes.plans = writes.plans.map((other) => (other.id === planId ? plan : other));
    emit('changes', 'changed', { plans: [plan] });
    return plan;
  };
  const putRow = (planId: string, position: number, over: Partial<PlanRow>): void => {
    writes.rows[planId] = rowsOf(planId).map((row) => (row.position === position ? { ...row, ...over } : row));
  };

  function make(calls: Call[], undoOf: string | null = null, title: Plan['title'] = null, undoes?: UndoKind): Plan {
    if (calls.length === 0) throw new Failure('invalid', 'nothing to plan');
    const id = `plan ${writes.plans.length + 1}`;
    writes.calls[id] = calls;
    writes.rows[id] = calls.map((call, position) => rowOf(writes, call, position));
    const least = (['none', 'lossy', 'exact'] as const)
      .map((kind) => rowsOf(id).find(({ undo }) => undo.kind === kind)?.undo)
      .find((undo) => undo !== undefined);
    const plan: Plan = {
      id,
      profileId: (undoOf === null ? world.openId : known(undoOf).profileId) ?? 'p1',
      title,
      ops: [...new Set(calls.map(({ op }) => op))],
      names: rowsOf(id).slice(0, 3),
      createdAt: Date.now(),
      finishedAt: null,
      state: 'draft',
      pausedWhy: null,
      total: calls.length,
      counts: {},
      requests: 0,
      estimatedMs: 0,
      undo: least ?? { kind: 'exact' },
      confirmation: hasAuthors(least) || hasAuthors(undoes) ? { kind: 'plan' } : writes.confirmation(calls),
      refusal: writes.refusal,
      canary: null,
      stopOnError: true,
      undoOf,
      ...(undoes && { undoes }),
      undoable: 0,
      undone: 0,
      failure: null,
    };
    writes.plans = [plan, ...writes.plans];
    return put(id);
  }

  async function work(planId: string): Promise<void> {
    let sent = 0;
    for (const { position, state } of rowsOf(planId)) {
      if (known(planId).state !== 'applying') return;
      if (!['planned', 'drifted', 'needs-secret'].includes(state)) continue;
      await writes.gate();
      if (known(planId).state !== 'applying') return;
      const call = writes.calls[planId]?.[position];
      if (call === undefined) continue;
      const answer = writes.answer(call);
      const ended = { state: 'applied', status: 200, ...answer } as Partial<PlanRow>;
      if (ended.state === 'applied')
        writes.things[keyOfThing(call)] = { ...writes.things[keyOfThing(call)], ...call.body };
      const row = rowsOf(planId).find((one) => one.position === position);
      if (row !== undefined) note(world, emit, { ...row, ...ended }, planId);
      putRow(planId, position, { ...ended, journalId: writes.journal.length });
      sent += 1;
      const { canary, stopOnError } = known(planId);
      if (ended.state === 'refused' && stopOnError && rowsOf(planId).length > 1) {
        put(planId, { state: 'paused', pausedWhy: 'error' });
      } else if (canary === sent) put(planId, { state: 'paused', pausedWhy: 'canary', canary: null });
      else put(planId);
    }
    await writes.beforeEnd();
    const waits = rowsOf(planId).some(({ state }) => state === 'drifted' || state === 'needs-secret');
    if (known(planId).state !== 'applying') {
      if (!rowsOf(planId).some(({ state }) => state === 'planned') && !waits)
        put(planId, { state: 'done', pausedWhy: null });
    } else put(planId, waits ? { state: 'waiting' } : { state: 'done', finishedAt: Date.now() });
  }
  const begin = (planId: string, over: Partial<Plan>): Plan => {
    const plan = put(planId, { ...over, state: 'applying', pausedWhy: null });
    void work(planId);
    return plan;
  };
  const again = (planId: string, states: readonly string[], only?: readonly number[], title?: Plan['title']): Plan =>
    make(
      rowsOf(planId)
        .filter(({ state, journalId }) => states.includes(state) && (only?.includes(journalId ?? -1) ?? true))
        .flatMap(({ position }) => writes.calls[planId]?.[position] ?? []),
      null,
      title,
    );

  return {
    changes: {
      plan: ({ calls, onRows, title }) =>
        make(calls ?? callsOn(onRows as { op: string; selection: { ids: number[] } }), null, title),
      run: async (call) => {
        if (hasAuthors(writes.undo(call)) || writes.confirmation([call]).kind !== 'none')
          throw new Failure('conflict', 'x', { reason: 'needs-plan' });
        const { title, profileId: _, ...asked } = call;
        const { id } = make([asked], null, title);
        put(id, { state: 'applying' });
        await work(id);
        const row = rowsOf(id)[0];
        if (row === undefined) throw new Failure('bug', 'no row');
        return { plan: known(id), row };
      },
      get: ({ planId }) => known(planId),
      rows: ({ planId, states, slice: { from, count } }) => {
        const rows = rowsOf(planId).filter(({ state }) => states === undefined || states.includes(state));
        return { total: rows.length, from, rows: rows.slice(from, from + count) };
      },
      list: () => ({ plans: writes.plans }),
      drop: async ({ planId, positions }) => {
        await writes.beforeDrop();
        writes.rows[planId] = rowsOf(planId).filter(({ position }) => !positions.includes(position));
        return put(planId);
      },
      discard: ({ planId }) => {
        writes.plans = writes.plans.filter(({ id }) => id !== planId);
        return {};
      },
      save: ({ planId }) => ({ path: '/downloads/reeve-plan.json', downloads: [], rows: rowsOf(planId).length }),
      upload: ({ key, text }) => {
        const own = key ?? `upload ${Object.keys(uploads).length + 1}`;
        uploads[own] = (uploads[own] ?? '') + text;
        return { key: own };
      },
      load: (from) => {
        const text = 'text' in from ? from.text : (uploads[from.key] ?? '');
        if (!text.startsWith('{')) throw new Failure('invalid', 'no plan', { field: 'format' });
        return make((JSON.parse(text) as { calls: Call[] }).calls);
      },
      giveSecret: ({ planId }) => {
        writes.rows[planId] = rowsOf(planId).map((row) =>
          row.state === 'needs-secret' ? { ...row, state: 'planned' } : row,
        );
        return known(planId).state === 'waiting' ? begin(planId, {}) : put(planId);
      },
      apply: ({ planId, canary, stopOnError, confirm }) => {
        const { confirmation } = known(planId);
        if (confirmation.kind === 'name' && confirm !== confirmation.name) {
          throw new Failure('conflict', 'x', { reason: 'needs-confirmation' });
        }
        return begin(planId, { canary, stopOnError });
      },
      pause: ({ planId }) => put(planId, { state: 'paused', pausedWhy: 'person' }),
      resume: ({ planId }) => begin(planId, {}),
      cancel: ({ planId }) => {
        writes.rows[planId] = rowsOf(planId).map((row) =>
          row.state === 'planned' ? { ...row, state: 'skipped' } : row,
        );
        return put(planId, { state: 'cancelled', finishedAt: Date.now() });
      },
      again: ({ planId, states, journalIds, title }) => again(planId, states, journalIds, title),
      undo: (what) => {
        const planId =
          'planId' in what
            ? what.planId
            : (writes.journal.find(({ id }) => what.journalIds.includes(id))?.planId ?? '');
        const rows = rowsOf(planId).filter(({ state }) => state === 'applied');
        const hopeless = rows.find(({ undo }) => undo.kind === 'none');
        if (hopeless !== undefined || rows.length === 0) throw new Failure('conflict', 'x', { reason: 'no-undo' });
        const calls = rows.map(({ position, changes: fields }): Call => {
          const call = writes.calls[planId]?.[position] ?? { op: '?' };
          return { ...call, body: Object.fromEntries(fields.map(({ field, before }) => [field, before])) };
        });
        return make(calls, planId, null, rows[0]?.undo);
      },
    },
    journal: fakeJournal(writes),
    secrets: {
      waiting: () => ({
        secrets: Object.keys(writes.secrets)
          .filter((secretRef) => !isLink(secretRef))
          .map((secretRef) => ({
            ...{ secretRef, planId: 'plan 1', op: 'serviceAccounts.createToken', label: 'bot', field: 'token', at: 0 },
          })),
      }),
      reveal: ({ secretRef }) => {
        const value = writes.secrets[secretRef];
        if (value === undefined) throw new Failure('missing', 'revealed before');
        if (!isLink(secretRef)) delete writes.secrets[secretRef];
        return { value };
      },
    },
  };
}

function callsOn({
  op,
  selection,
}: {
  op: string;
  selection: { ids: number[] };
  body?: Record<string, unknown>;
}): Call[] {
  return selection.ids.map((id) => ({ op, path: { id } }));
}

function rowOf({ things, undo, found, nameOf }: FakeWrites, call: Call, position: number): PlanRow {
  const before = things[keyOfThing(call)];
  const fields = Object.entries(call.body ?? {}).map(([field, after]): FieldChange => {
    if (/token|password/.test(field)) return { field, isSecret: true };
    return before === undefined
      ? { field, after, isSecret: false }
      : { field, before: before[field] ?? null, after, isSecret: false };
  });
  const differing = fields.filter(
    ({ before: was, after, isSecret }) => isSecret || JSON.stringify(was) !== JSON.stringify(after),
  );
  const isSame = fields.length > 0 && differing.length === 0;
  return {
    position,
    op: call.op,
    ...nameOf(call),
    method: /remove|delete/.test(call.op) ? 'DELETE' : /create|add/.test(call.op) ? 'POST' : 'PUT',
    path: `/${keyOfThing(call)}`,
    changes: differing,
    undo: undo(call),
    state: isSame ? 'unchanged' : 'planned',
    status: null,
    reportedMessage: null,
    failure: null,
    reveal: null,
    journalId: null,
    waitsUntil: null,
    ...found(call),
  };
}

function note(world: Instance, emit: Emit<WritesContract>, row: PlanRow, planId: string): void {
  const { writes } = world;
  const states = ['applied', 'refused', 'not-applied', 'unknown'] as const;
  const state = states.find((one) => one === row.state);
  if (state === undefined) return;
  const { op, label, place, detail, method, path, status, reportedMessage, changes: fields, undo } = row;
  writes.journal = [
    {
      ...{ id: writes.journal.length + 1, planId, profileId: world.openId ?? 'p1', instance: 'git.corp.example' },
      ...{
        who: 'token ab12, Corp',
        user: 'root',
        op,
        label,
        place,
        detail,
        method,
        path,
        intendedAt: Date.now(),
        endedAt: Date.now(),
        state,
        status,
        reportedMessage,
      },
      ...{ requestId: 'req-1', changes: fields, undo, undoneBy: null, undoOf: null },
    },
    ...writes.journal,
  ];
  emit('journal', 'changed', { revision: writes.journal.length + 1 });
}
