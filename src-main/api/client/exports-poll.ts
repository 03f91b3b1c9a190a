import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso, hours, seconds } from '#shared/time.ts';
import { z } from 'zod';
import type { CallInput, DownloadOptions, Endpoint, SavedFile, Send } from '../types.ts';

const firstWaitMs = seconds(0.5);
const longestWaitMs = seconds(30);

/** The state of an export while the platform creates it (document 2, Dependency list export). */
const State = z.looseObject({
  status: z.string().nullish(),
  has_finished: z.boolean().nullish(),
  expires_at: z.string().nullish(),
});
export type ExportState = z.infer<typeof State>;

export interface ExportPoll {
  send: Send;
  clock: Clock;
  /** Replies 202 while the platform creates the export, 200 when it is ready (document 2:87). */
  status: Endpoint;
  /** Replies 404 until the export is ready (document 2:88). */
  download: Endpoint;
  input: CallInput;
  to: DownloadOptions;
  /** Called after each poll. */
  onState?: ((state: ExportState) => void) | undefined;
  /** The longest total time; default one hour. */
  patienceMs?: number | undefined;
}

/**
 * Wait until an export is ready, and download it. The time between polls doubles from 0.5 s to 30 s.
 * Fails: `remote` if the platform reports a failure or it takes too long; `missing` if it has expired or was removed;
 * `missing`/`not-finished` if the platform reports it as ready but doesn't serve it.
 */
export async function downloadExport(poll: ExportPoll, signal?: AbortSignal): Promise<SavedFile> {
  await untilReady(poll, signal);
  const { send, download, input, to } = poll;
  return send.bytes(download, input, to, signal);
}

async function untilReady(poll: ExportPoll, signal?: AbortSignal): Promise<void> {
  const { send, clock, input, onState, patienceMs = hours(1) } = poll;
  // A 202 reply may have no body
  const endpoint: Endpoint = { ...poll.status, reply: z.unknown() };
  const giveUpAt = clock.now() + patienceMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    const answer = await send.answer(endpoint, input, signal);
    const state = State.catch({}).parse(answer.value ?? {});
    onState?.(state);
    if (state.status === 'failed') throw new Failure('remote', 'the platform could not make the export');
    if (answer.status === 200 && state.has_finished !== false) return;
    const expiresAt = fromIso(state.expires_at);
    if (expiresAt !== null && clock.now() >= expiresAt) throw new Failure('missing', 'the export has expired');
    if (clock.now() >= giveUpAt) {
      throw new Failure('remote', 'the export is not finished', { reason: 'not-finished' });
    }
    await clock.sleep(waitMs, signal);
  }
}
