import type { Failure } from '#shared/errors.ts';

/**
 * What a pane shows instead of its content. Five different screens, because each needs a different action.
 * `reachedAtMs`: the last reply.
 */
export type Screen = { aside?: ScreenAside | null } & (
  | { kind: 'loading'; rows?: number }
  | ({ kind: 'empty' } & EmptyScreen)
  | { kind: 'error'; failure: Failure; instance: string | null; retry?: () => void }
  | {
      kind: 'offline';
      failure: Failure | null;
      reachedAtMs: number | null;
      /** What is missing; absent: the failure is the title. */
      title?: string;
      retry?: () => void;
    }
  | { kind: 'forbidden'; failure: Failure; instance: string | null; role: string | null; retry?: () => void }
);

/** An empty screen: why there are no rows, and what the person can do. */
export interface EmptyScreen {
  title: string;
  text?: string;
  action?: ScreenAction;
}

export interface ScreenAction {
  label: string;
  run: () => void;
  disabledReason?: string | null;
}

/** A note about what can be done instead, with an action. */
export interface ScreenAside {
  text: string;
  action: ScreenAction;
}

/** The screen for a failure: unreachable, not allowed, or an error. `role`: the required role, shown if it is missing. */
export function screenOf(
  failure: Failure,
  {
    instance,
    role = null,
    reachedAtMs = null,
    retry,
  }: { instance: string | null; role?: string | null; reachedAtMs?: number | null; retry?: () => void },
): Screen {
  const again = retry === undefined ? {} : { retry };
  if (failure.code === 'offline') return { kind: 'offline', failure, reachedAtMs, ...again };
  const missing = failure.reason === 'role' ? role : null;
  if (failure.code === 'denied') return { kind: 'forbidden', failure, instance, role: missing, ...again };
  return { kind: 'error', failure, instance, ...again };
}
