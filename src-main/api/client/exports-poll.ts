import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso, hours, seconds } from '#shared/time.ts';
import { z } from 'zod';
import type { CallInput, DownloadOptions, Endpoint, SavedFile, Send } from '../types.ts';

const firstWaitMs = seconds(0.5);
const longestWaitMs = seconds(30);

/** What is read of an export while it is being made (document 2, Dependency list export). */
const State = z.looseObject({
  status: z.string().nullish(),
  has_finished: z.boolean().nullish(),
  expires_at: z.string().nullish(),
});
export type ExportState = z.infer<typeof State>;

export interface ExportPoll {
  send: Send;
  clock: Clock;
  /** Answers 202 while the export is being made, 200 when it is ready (document 2:87). */
  status: Endpoint;
  /** 404 until it is ready (document 2:88). */
  download: Endpoint;
  input: CallInput;
  to: DownloadOptions;
  /** After every look. */
  onState?: ((state: ExportState) => void) | undefined;
  /** How long it may take in all; default an hour. */
  patienceMs?: number | undefined;
}

/**
 * Wait until an export is ready, and download it. Looks again after 0.5 s, then more and more rarely, up to 30 s.
 * Fails: `remote` when the platform gives up or it takes too long; `missing` once it has expired or was removed;
 * `missing`/`not-finished` when it cannot be downloaded although it is told to be ready.
 */
export async function downloadExport(poll: ExportPoll, signal?: AbortSignal): Promise<SavedFile> {
  await untilReady(poll, signal);
  const { send, download, input, to } = poll;
  return send.bytes(download, input, to, signal);
}

async function untilReady(poll: ExportPoll, signal?: AbortSignal): Promise<void> {
  const { send, clock, input, onState, patienceMs = hours(1) } = poll;
  // A 202 needs no body
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
