import { remoteMirrors as api } from '#main/api/endpoints/remote-mirrors.ts';
import type { MirrorAt } from '#main/state/mirror-marks.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import {
  type MirrorBar,
  type MirrorFacts,
  type RemoteMirrorListFilter,
  type WatchedMirror,
} from '#shared/contract/remote-mirrors.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso } from '#shared/time.ts';
import type { z } from 'zod';
import type { Instance } from '../instances/instance.ts';
import type { TextParser } from '../text-parser.ts';
import type { MirrorMonitor } from './mirror-monitor.ts';
import { isUnderWay, medianOf, shownUpdates, type MirrorHistory } from './mirror-updates.ts';
import { wholeList } from '#shared/contract/collection.ts';

type Filter = z.infer<typeof RemoteMirrorListFilter>;

/** The verbs of mirrors besides those of every list. */
export function remoteMirrors(open: () => Instance, monitor: MirrorMonitor, texts: TextParser) {
  const rows = () => open().reader.lists('remoteMirrors');
  const at = ({ scope, id }: { scope: Scope; id: number }): MirrorAt => {
    const instance = open();
    return { profileId: instance.profile.id, scope: instance.scopeOf(scope), id };
  };

  async function countOf(scope: Scope | null, filter: Filter, signal: AbortSignal): Promise<number> {
    return (await rows().list({ query: wholeList(scope, { filter }), slice: { from: 0, count: 1 } }, signal)).total;
  }

  return {
    facts: async ({ rows: wanted }, signal) => {
      const scopes = [...new Set(wanted.map(({ scope }) => scope))];
      const counts = await Promise.all(scopes.map((scope) => countOf(scope, { enabled: true }, signal)));
      const enabled = new Map(scopes.map((scope, index) => [scope, counts[index] ?? 0]));
      const details = await Promise.all(wanted.map((address) => rows().detail(address, signal)));
      const facts = wanted.flatMap(({ scope, id }, index): MirrorFacts[] => {
        const row = details[index]?.row;
        if (row === undefined) return [];
        const { history, alarm, mutedUntil } = monitor.of(at({ scope, id }), row);
        const medianMs = medianOf(history.updates);
        const bars = barsOf(history, row);
        return [{ scope, id, bars, medianMs, alarm, mutedUntil, enabledInProject: enabled.get(scope) ?? 0 }];
      });
      return { facts };
    },
    record: (address) => monitor.record(at(address)),
    enabledIn: async ({ scope }, signal) => ({ enabled: await countOf(scope, { enabled: true }, signal) }),
    checkHostKeys: async (given, signal) => {
      const { rows: lines, holdsPrivateKey } = await texts.read('hostKeys', given, signal);
      return { lines, holdsPrivateKey };
    },
    publicKey: async ({ scope, id }, signal) => {
      const path = { id: readScope(scope)?.ref ?? '', mirror_id: id };
      const { public_key: publicKey } = await open().send(api.publicKey, { path }, signal);
      return { publicKey };
    },
    mute: async ({ until, ...address }) => {
      await monitor.mute(at(address), until);
      return {};
    },
    acceptHostKeys: async ({ keys, ...address }, signal) => {
      const detail = await rows().detail(address, signal);
      if (detail === null && keys === undefined) throw new Failure('missing', 'this mirror is not cached');
      await monitor.acceptKeys(at(address), detail?.row ?? null, keys);
      return {};
    },
    check: ({ scopes }) => {
      const instance = open();
      for (const scope of scopes) monitor.poke(instance.profile.id, instance.scopeOf(scope));
      return {};
    },
  } satisfies Partial<Services<ReeveContract>['remoteMirrors']>;
}

/** The newest updates; one that is under way is the last bar. */
function barsOf({ updates }: MirrorHistory, row: WatchedMirror): MirrorBar[] {
  const ended = updates.map((update): MirrorBar => {
    const { isOk, isSlow, startedAt, endedAt } = update;
    return { state: !isOk ? 'failed' : isSlow ? 'slow' : 'ok', startedAt, endedAt };
  });
  const startedAt = row.update_status === 'started' ? fromIso(row.last_update_started_at) : null;
  const current: MirrorBar[] = isUnderWay(row) ? [{ state: 'underWay', startedAt, endedAt: null }] : [];
  return [...ended, ...current].slice(-shownUpdates);
}
