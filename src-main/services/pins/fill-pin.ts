import type { PinTable, PinSums, StoredPin, StoredPinItem } from '#main/state/pins.ts';
import { pinDepths, type PinDepthName } from '#shared/contract/pins.ts';
import { readScope } from '#shared/contract/scope.ts';
import { Failure, isFailedHere, isNotThere, isRefusedHere } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { each, singleFailures } from '../each.ts';
import { refusalOf } from '../lists/missing-row.ts';
import { countedRequests } from '../setup/counted-requests.ts';
import type { PinItem, PinnedPlaces, PinRefusal, PinSource, StoreNeeds } from './pin-source.ts';

/** Number of items that are stored at the same time. */
const wide = 3;
/** How often a depth is filled again, because its lists named further projects. */
const mostTurns = 3;
/** Items over the quota that are noted by name. */
const mostNamed = 2_000;
/** Stored items that are recorded in one transaction. */
const noteRows = 1_000;
/** The sums are stored at most this often. */
const noteEveryMs = seconds(2);

/** The progress of a fill. `items` and `stored`: of all depths so far. */
export interface PinProgress {
  items: number;
  stored: number;
  refused: number;
  requests: number;
}

export interface FillNeeds extends StoreNeeds {
  table: PinTable;
  sources: readonly PinSource[];
  /** What was refused later than this is not requested again. */
  refusedSince: number;
  /** Bytes that all other pins use. */
  othersBytes: number;
  quotaBytes: number;
  report: (progress: PinProgress) => void;
  /** The stored pin has changed. */
  changed: () => void;
}

export const noSums = (): PinSums => ({ items: 0, stored: 0, refused: 0, requests: 0, bytes: 0, isGuess: false });

/** What a pin needs at each depth, from what is known. `mostFileBytes`: larger files are not downloaded. */
export async function estimatePin(
  sources: readonly PinSource[],
  pinned: PinnedPlaces,
  mostFileBytes: number,
): Promise<Record<PinDepthName, PinSums>> {
  const sums = { facts: noSums(), text: noSums(), files: noSums() };
  for (const source of sources) {
    const items = await source.items(pinned);
    const most = source.depth === 'files' ? mostFileBytes : Infinity;
    addItems(
      sums[source.depth],
      items.map((item) => (item.isNew && item.bytes > most ? tooLarge(item) : item)),
    );
  }
  // Threads are known only after the lists that contain them were synced
  sums.text.isGuess ||= sums.facts.isGuess;
  return sums;
}

/** A file over the limit: its size is requested, and it is not downloaded. */
const tooLarge = (item: PinItem): PinItem => ({ ...item, requests: 1, bytes: 0 });

function addItems(sums: PinSums, items: readonly PinItem[]): void {
  for (const item of items) {
    sums.items += 1;
    sums.bytes += item.bytes;
    if (item.isStored) sums.stored += 1;
    else sums.requests += item.requests;
    sums.isGuess ||= item.isGuess;
  }
}

/**
 * Store what a pin contains and is not fresh, one depth after another, because the lists name the threads. What the
 * platform refuses is noted, and the rest continues. Nothing new is stored above the quota. An interrupted call is
 * continued by the next one: fresh items are left out.
 * Fails: as the sender does, except for refusals and single failures; `conflict`/`disk-low`.
 */
export async function fillPin(pin: StoredPin, needs: FillNeeds): Promise<void> {
  const { table, clock, signal } = needs;
  const sums: Partial<Record<PinDepthName, PinSums>> = {};
  const missing: Partial<Record<PinDepthName, number>> = {};
  /** The bytes of items that other pins have also stored, which count once for the quota. */
  const shared: Partial<Record<PinDepthName, number>> = {};
  /** The stored bytes of sources that this fill has not reached yet. They count for the quota from the beginning. */
  const later = new Map<string, number>();
  let requests = 0;
  let notedAt = -Infinity;
  let noteLater: Promise<void> | null = null;
  const end = new AbortController();
  const failures = singleFailures();
  const send = countedRequests(needs.instance.send, () => void (requests += 1));
  const inner: FillNeeds = { ...needs, instance: { ...needs.instance, send } };

  for (const source of needs.sources) if (pin.doc.depths.includes(source.depth)) countLater(source);
  let isEnd = false;
  try {
    for (const depth of pinDepths.filter((one) => pin.doc.depths.includes(one))) {
      const before = requests;
      // Lists can name further projects
      for (let turn = 1, known = -1; turn <= mostTurns && known !== needs.places().length; turn += 1) {
        known = needs.places().length;
        const own = (sums[depth] = noSums());
        missing[depth] = 0;
        shared[depth] = 0;
        const ofDepth = needs.sources.filter((one) => one.depth === depth);
        if (turn > 1) ofDepth.forEach(countLater);
        for (const source of ofDepth) await fillSource(source, own, before);
      }
    }
    isEnd = true;
  } finally {
    end.abort();
    // Also after an interruption, so that the progress contains all stored items
    note(true, isEnd);
  }

  /** `before`: the number of requests before this depth. */
  async function fillSource(source: PinSource, own: PinSums, before: number): Promise<void> {
    const items = await source.items(inner);
    const noted = new Map(table.items(pin.id, source.name).map((item) => [item.key, item]));
    const others = table.storedByOthers(pin, source.name);
    forgetOthers(source, items, noted);
    await noteStored(source, items, noted);
    noteUnreadable(source, items, noted);
    noteRefused(source, items, noted);
    const due = items.filter((item) => !item.isStored && !isRefused(item, noted.get(item.key), needs));
    const isDue = new Set(due);
    const absent = items.filter((item) => !isDue.has(item) && isAbsent(source, item, noted.get(item.key))).length;
    own.items += items.length - absent;
    const whole = items.filter((item) => item.isStored && !isUnreadable(item, noted.get(item.key))).length;
    own.stored += whole;
    own.refused += items.length - absent - due.length - whole;
    later.delete(source.name);
    for (const { key, bytes, isNew } of items) {
      if (isNew) continue;
      own.bytes += bytes;
      share(source, Math.min(bytes, others.get(key) ?? 0));
    }
    note();
    await each(due, wide, signal, async (item, ended) => {
      const ofOthers = others.get(item.key) ?? 0;
      if (item.isNew && usedBytes() + item.bytes - ofOthers > needs.quotaBytes) {
        leaveOut(source, item);
        return;
      }
      if (item.isNew) {
        own.bytes += item.bytes;
        share(source, ofOthers);
      }
      await storeOne(source, item, own, ended);
      own.requests = requests - before;
      note();
    });
    own.requests = requests - before;
  }

  function countLater({ name }: PinSource): void {
    later.set(name, table.storedBytes(pin, name));
  }

  function share({ depth }: PinSource, bytes: number): void {
    shared[depth] = (shared[depth] ?? 0) + bytes;
  }

  /** Record an item that does not fit into the quota. */
  function leaveOut(source: PinSource, item: PinItem): void {
    const left = (missing[source.depth] = (missing[source.depth] ?? 0) + 1);
    if (left <= mostNamed) putItem(source, item, { state: 'over-quota', bytes: 0, reason: 'storage-limit' });
  }

  /** Record stored items that this pin has not recorded yet, so that content of several pins is counted once. */
  async function noteStored(
    { name, depth }: PinSource,
    items: readonly PinItem[],
    noted: ReadonlyMap<string, StoredPinItem>,
  ): Promise<void> {
    const changed = items.filter((item) => {
      const { key, bytes } = item;
      const before = noted.get(key);
      return (
        item.isStored &&
        !isUnreadable(item, before) &&
        (before?.state !== 'stored' || before.bytes !== Math.round(bytes))
      );
    });
    for (let from = 0; from < changed.length; from += noteRows) {
      signal.throwIfAborted();
      const stored = changed
        .slice(from, from + noteRows)
        .map(({ key, bytes }) => ({ source: name, depth, key, bytes, at: noted.get(key)?.at ?? clock.now() }));
      table.putStored(pin.id, stored);
      await new Promise(setImmediate);
    }
  }

  /** Record stored lists with rows that a sync could not read, so that the pin names them too. */
  function noteUnreadable(
    source: PinSource,
    items: readonly PinItem[],
    noted: ReadonlyMap<string, StoredPinItem>,
  ): void {
    for (const item of items) {
      const before = noted.get(item.key);
      if (item.isStored && isUnreadable(item, before) && before?.state !== 'unreadable')
        putItem(source, item, { state: 'unreadable', bytes: item.bytes });
    }
  }

  /** Record refusals of other syncs, so that the pin names them too. */
  function noteRefused(source: PinSource, items: readonly PinItem[], noted: ReadonlyMap<string, StoredPinItem>): void {
    for (const item of items) {
      const { key, refusal } = item;
      if (refusal === null || refusal.at < needs.refusedSince || isRefusal(noted.get(key)?.state)) continue;
      const { at, status, reason } = refusal;
      putItem(source, item, { state: refusedState(source, item, refusal), bytes: 0, status, reason, at });
    }
  }

  /** Delete the records of items that the pin no longer contains. */
  function forgetOthers(source: PinSource, items: readonly PinItem[], noted: ReadonlyMap<string, StoredPinItem>): void {
    const keys = new Set(items.map(({ key }) => key));
    for (const [key, { state }] of noted) {
      // The record of a stored item is needed to release its content later
      if (!keys.has(key) && (state !== 'stored' || source.release === undefined))
        table.removeItem(pin.id, source.name, key);
    }
  }

  async function storeOne(source: PinSource, item: PinItem, own: PinSums, ended: AbortSignal): Promise<void> {
    // The limit for one file, or what is left of the quota
    const leftBytes = Math.max(0, needs.quotaBytes - usedBytes() + (item.isNew ? item.bytes : 0));
    const mostFileBytes = Math.min(needs.mostFileBytes, leftBytes);
    const isShort = leftBytes < needs.mostFileBytes;
    try {
      const { bytes, problem } = await source.store(item, { ...inner, mostFileBytes }, ended);
      failures.succeeded();
      if (problem === undefined) {
        if (item.isNew && bytes !== null) own.bytes += bytes - item.bytes;
        own.stored += 1;
        table.putStored(pin.id, [
          { source: source.name, depth: source.depth, key: item.key, bytes: bytes ?? item.bytes, at: clock.now() },
        ]);
        return;
      }
      const { kind, status, reason } = problem;
      if (kind === 'unreadable') {
        const stored = bytes ?? item.bytes;
        if (item.isNew) own.bytes += stored - item.bytes;
        return noteProblem({ state: kind, bytes: stored, status, reason });
      }
      if (item.isNew) own.bytes -= item.bytes;
      if (kind === 'too-large' && isShort) return leaveOut(source, item);
      noteProblem({ state: kind, bytes: bytesOf(kind), status, reason });
    } catch (thrown) {
      const failure = Failure.from(thrown);
      const known = isRefusedHere(thrown)
        ? refusedState(source, item, refusalOf(thrown, clock.now()))
        : stateOf(failure);
      if (ended.aborted) throw thrown;
      if (known === null) failures.add(failure);
      const state = known ?? 'failed';
      if (item.isNew) own.bytes -= item.bytes;
      if (state === 'over-quota' || (state === 'too-large' && isShort)) return leaveOut(source, item);
      noteProblem({
        state,
        bytes: bytesOf(state),
        status: failure.status ?? null,
        reason: failure.reason ?? failure.code,
      });
    }

    function noteProblem(problem: Parameters<typeof putItem>[2]): void {
      putItem(source, item, problem);
      // An item that does not exist on the platform is not counted
      if (problem.state === 'missing') own.items -= 1;
      else own.refused += 1;
    }
  }

  /** An item that is too large is recorded with the limit as its size. */
  function bytesOf(state: StoredPinItem['state']): number {
    return state === 'too-large' ? needs.mostFileBytes : 0;
  }

  function putItem(
    { name, depth }: PinSource,
    { key, label, scope }: PinItem,
    result: Pick<StoredPinItem, 'state' | 'bytes'> & { status?: number | null; reason?: string | null; at?: number },
  ): void {
    const { status = null, reason = null, at = clock.now(), ...kept } = result;
    table.putItem(pin.id, { source: name, depth, key, label, scope, status, reason, at, ...kept });
  }

  function usedBytes(): number {
    const sharedBytes = Object.values(shared).reduce((sum, bytes) => sum + bytes, 0);
    const laterBytes = [...later.values()].reduce((sum, bytes) => sum + bytes, 0);
    const ownBytes = Object.values(sums).reduce((sum, { bytes }) => sum + bytes, 0) - sharedBytes;
    return needs.othersBytes + ownBytes + laterBytes;
  }

  function note(isForced = false, isEnd = false): void {
    const all = Object.values(sums);
    const total = (of: (one: PinSums) => number): number => all.reduce((sum, one) => sum + of(one), 0);
    const stored = total((one) => one.stored);
    needs.report({ items: total((one) => one.items), stored, refused: total((one) => one.refused), requests });
    const now = clock.now();
    if (!isForced && now - notedAt < noteEveryMs) {
      // The next item can take long, for example because of a rate limit
      noteLater ??= clock
        .sleep(noteEveryMs, end.signal)
        .then(() => note(true))
        .catch(() => undefined);
      return;
    }
    notedAt = now;
    noteLater = null;
    const current = table.get(pin.id);
    if (current === null) return;
    const leftOut = Object.values(missing).reduce((sum, n) => sum + n, 0);
    const kept = { ...current.doc, sums: { ...current.doc.sums, ...structuredClone(sums) }, missing: leftOut };
    table.update(pin.id, { doc: kept, ...(isEnd && { filledAt: now }) });
    needs.changed();
  }
}

/** Whether an item was refused recently. Items that did not fit, or were too large for another limit, are tried again. */
function isRefused(
  { refusal }: PinItem,
  noted: StoredPinItem | undefined,
  { refusedSince: since, mostFileBytes }: Pick<FillNeeds, 'refusedSince' | 'mostFileBytes'>,
): boolean {
  if (refusal !== null && refusal.at >= since) return true;
  if (noted === undefined || noted.at < since) return false;
  if (noted.state === 'too-large') return noted.bytes === mostFileBytes;
  return isRefusal(noted.state);
}

/** Whether a list is stored without some of its rows. */
const isUnreadable = ({ unreadable }: PinItem, noted: StoredPinItem | undefined): boolean =>
  unreadable === undefined ? noted?.state === 'unreadable' : unreadable > 0;

const isRefusal = (state: StoredPinItem['state'] | undefined): boolean => state === 'refused' || state === 'missing';
/** A 404 for a list of a group or project counts as a refusal, because the list can also be hidden from the token. */
function refusedState(source: PinSource, { scope }: PinItem, refusal: PinRefusal): 'missing' | 'refused' {
  const isSingle = source.rowOf !== undefined || (readScope(scope)?.place ?? null) !== null;
  return isSingle && isNotThere(refusal) ? 'missing' : 'refused';
}

/** Whether an item that is not requested now does not exist on the platform. */
const isAbsent = (source: PinSource, item: PinItem, noted: StoredPinItem | undefined): boolean =>
  !item.isStored && (item.refusal === null ? noted?.state : refusedState(source, item, item.refusal)) === 'missing';

/** The problem of an item after a failure that is no refusal; null: the cause may concern all items. */
function stateOf(failure: Failure): StoredPinItem['state'] | null {
  if (failure.reason === 'storage-limit') return 'over-quota';
  if (!isFailedHere(failure)) return null;
  return failure.reason === 'too-large' ? 'too-large' : 'failed';
}
