import { asOf } from '#shared/text/en/as-of.ts';
import { screenOf, type Screen } from '../../../components/display/screen.ts';
import { now } from '../../../components/text/clock.ts';
import type { Stores } from '../../../stores/context.ts';
import type { MomentReply } from '../../../stores/lists/past-list.svelte.ts';
import type { ListOnPage } from '../../list-spec.ts';
import { isSameView, whole } from '../../views/views.ts';

const words = asOf.list;

/** The screen of a list in the past, in place of its table. Null: show the table. */
export function pastScreen({ moment, profiles }: Stores, list: ListOnPage, clear: () => void): Screen | null {
  const { source, spec, query } = list;
  const known = moment.list?.moment.value;
  if (source.shownQuery === undefined || source.reply === undefined) {
    if (source.failure === undefined) return null;
    if (source.failure.reason === 'not-recorded' && known?.sync === null) return notSynced(known);
    return screenOf(source.failure, { instance: profiles.open?.name ?? null, retry: () => void source.resume() });
  }
  if (source.total > 0 || known === undefined) return null;
  if (known.sync === null) return notSynced(known);
  const { noun } = spec;
  if (isSameView(query, whole(spec), false)) return { kind: 'empty', title: words.empty(noun) };
  return { kind: 'empty', title: words.noMatch(noun), action: { label: words.clear, run: clear } };

  function notSynced({ recorded: { since } }: MomentReply): Screen {
    const none = { kind: 'empty', title: words.none(spec.noun) } as const;
    if (since === null) return none;
    const action = { label: words.goThere, run: () => moment.goTo(since) };
    return { ...none, text: words.first(since, now()), action };
  }
}
