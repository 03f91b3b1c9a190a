import { asOf } from '#shared/text/en/as-of.ts';
import { screenOf, type Screen } from '../../../components/display/screen.ts';
import { now } from '../../../components/text/clock.ts';
import type { Stores } from '../../../stores/context.ts';
import type { ListOnPage } from '../../list-spec.ts';
import { isSameView, whole } from '../../views/views.ts';

const words = asOf.list;

/** The screen of a list in the past, in place of its table. Null: show the table. */
export function pastScreen({ moment, profiles }: Stores, list: ListOnPage, clear: () => void): Screen | null {
  const { source, spec, query } = list;
  if (source.shownQuery === undefined || source.reply === undefined) {
    if (source.failure === undefined) return null;
    return screenOf(source.failure, { instance: profiles.open?.name ?? null, retry: () => void source.resume() });
  }
  const known = moment.list?.moment.value;
  if (source.total > 0 || known === undefined) return null;
  const { noun } = spec;
  if (known.sync === null) {
    const { since } = known.recorded;
    if (since === null) return { kind: 'empty', title: words.none(noun) };
    const action = { label: words.goThere, run: () => moment.goTo(since) };
    return { kind: 'empty', title: words.none(noun), text: words.first(since, now()), action };
  }
  if (isSameView(query, whole(spec), false)) return { kind: 'empty', title: words.empty(noun) };
  return { kind: 'empty', title: words.noMatch(noun), action: { label: words.clear, run: clear } };
}
