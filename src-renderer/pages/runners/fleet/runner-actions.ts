import Pause from '@lucide/icons/icons/pause';
import Pencil from '@lucide/icons/icons/pencil';
import Play from '@lucide/icons/icons/play';
import Tags from '@lucide/icons/icons/tags';
import { runners } from '#shared/text/en/runners.ts';
import type { Action, Picked } from '../../../console/actions.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import { planAndApply, type Change } from '../../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../../stores/availability.ts';
import type { RowOf } from '../../../stores/lists/collection-client.ts';
import type { Stores } from '../../../stores/context.ts';

export type Runner = RowOf<'runners'>;
const words = runners.actions;

/** These sentences as the consequence of a plan. A plan in a group or project adds that its runners may serve others. */
export function consequenceOf(
  { scope }: Pick<ListState, 'scope'>,
  ...sentences: string[]
): Pick<Change, 'consequence'> {
  const all = scope === null || scope === '' ? sentences : [...sentences, words.shared];
  return all.length === 0 ? {} : { consequence: all.join(' ') };
}

/** Actions on runners, for the bulk bar, the menus and the palette. */
export function runnerActions(
  stores: Stores,
  listState: Pick<ListState, 'scope'>,
  { edit, whatIf }: { edit: (picked: Picked<Runner>) => void; whatIf: (picked: Picked<Runner>) => void },
): readonly Action<Runner>[] {
  return [
    {
      id: 'runners.pause',
      label: words.pause,
      isImmediate: true,
      title: words.pauseTitle,
      icon: Pause,
      keys: 'p',
      disabledReason: (picked) => reasonOf(stores, picked, true),
      run: (picked) => void setPaused(stores, listState, picked, true),
    },
    {
      id: 'runners.resume',
      label: words.resume,
      isImmediate: true,
      title: words.resumeTitle,
      icon: Play,
      keys: 'u',
      disabledReason: (picked) => reasonOf(stores, picked, false),
      run: (picked) => void setPaused(stores, listState, picked, false),
    },
    {
      id: 'runners.edit',
      label: words.edit,
      title: words.editTitle,
      icon: Pencil,
      keys: 'e',
      disabledReason: (picked) => reasonOf(stores, picked, null),
      run: edit,
    },
    {
      id: 'runners.whatIf',
      label: runners.coverage.whatIfAction,
      title: runners.coverage.whatIfTitle,
      icon: Tags,
      keys: 'w',
      run: whatIf,
    },
  ];
}

/** For several runners, the plan shows which ones would not change. */
function reasonOf(stores: Stores, { count, rows: [only] }: Picked<Runner>, paused: boolean | null): string | null {
  const reason = writeReason(stores);
  if (reason !== null || count !== 1 || only === undefined) return reason;
  if (only.notReturnedSince !== null) return words.isNotReturned;
  if (paused === null || only.row.paused !== paused) return null;
  return paused ? words.isPaused : words.isRunning;
}

async function setPaused(
  stores: Stores,
  listState: Pick<ListState, 'scope'>,
  { selection, count, rows: [only] }: Picked<Runner>,
  paused: boolean,
): Promise<void> {
  const [title, done] = paused ? [words.pauseTitle, words.paused] : [words.resumeTitle, words.resumed];
  const one = count === 1 && only !== undefined ? only.row : null;
  const body = { paused };
  await planAndApply(stores, {
    ...(one === null
      ? { onRows: { op: 'runners.edit', collection: 'runners', selection, body } }
      : { calls: [{ op: 'runners.edit', path: { id: one.id }, body }] }),
    title,
    done: ({ label }) => done(label),
    ...consequenceOf(listState, ...(paused ? [words.pauseWhy] : [])),
  });
}
