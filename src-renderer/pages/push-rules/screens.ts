import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { screenOf, type Screen } from '../../components/display/screen.ts';
import { refusedBefore } from '../../console/state/list-screen.ts';
import { remoteReason, writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesState } from './push-rules-state.svelte.ts';

/**
 * The screen that is shown instead of the form: loading, never synced, refused, offline, or no rule. Null: the form is
 * shown. If the rule can be neither synced nor created now, a draft can still be replayed.
 */
export function ruleScreen(stores: Stores, pageState: PushRulesState): Screen | null {
  const screen = screenOfRule(stores, pageState);
  if (screen === null || pageState.stored.cached === undefined) return screen;
  if (pageState.isCreating) return null;
  const isPossible = screen.kind === 'empty' && (screen.action?.disabledReason ?? null) === null;
  if (isPossible || screen.kind === 'loading') return screen;
  const action = { label: words.draft.start, run: () => (pageState.isCreating = true) };
  return { ...screen, aside: { text: words.draft.why, action } };
}

function screenOfRule(stores: Stores, pageState: PushRulesState): Screen | null {
  const { cached, failure, isRefreshing, refreshFailure } = pageState.stored;
  const about = { instance: stores.profiles.open?.name ?? null, role: words.role };
  if (failure !== null) return screenOf(failure, { ...about, retry: () => void pageState.stored.load() });
  if (cached === undefined) return { kind: 'loading' };
  const retry = (): void => void pageState.stored.refresh();
  const isRefused = refreshFailure?.code === 'denied' || refreshFailure?.code === 'missing';
  if (cached.state === 'never-synced') {
    // Without a connection, the refusal of an earlier sync is more useful
    const earlier = refusedBefore(cached.refusal);
    const shown = refreshFailure?.code === 'offline' ? (earlier ?? refreshFailure) : (refreshFailure ?? earlier);
    if (isRefreshing) return { kind: 'loading' };
    if (shown !== null) return screenOf(shown, { ...about, retry });
    const action = { label: words.read, run: retry, disabledReason: remoteReason(stores) };
    return { kind: 'empty', title: words.unread, text: words.unreadText, action };
  }
  // After a refusal, "no rule" may be outdated. A cached rule is shown below the refusal
  if (cached.state === 'none' && isRefused) return screenOf(refreshFailure, { ...about, retry });
  if (cached.state === 'none' && !pageState.isCreating) {
    const action = {
      label: words.none.create,
      run: () => (pageState.isCreating = true),
      disabledReason: writeReason(stores),
    };
    return { kind: 'empty', title: words.none.title, text: words.none.text, action };
  }
  return null;
}
