import { jitterMs, mayRepeat, mostAttempts } from '#main/api/client/governor/retry.ts';
import { notificationSettings } from '#main/api/endpoints/notification-settings.ts';
import { createSender, type SenderOptions } from '#main/api/client/send.ts';
import type { DialectName } from '#main/api/client/wire/dialect.ts';
import type { Attempt, Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';
import { probedEndpoint, recognize } from './recognition.ts';
import { singleFlight } from './single-flight.ts';
import { tokenAcceptance } from './token-acceptance.ts';

export interface RecognizingOptions extends SenderOptions {
  /** Called after a request without the token. Its reply does not show yet whether the platform is online. */
  onProbe: (attempt: Attempt) => void;
  /** Called if another server answered the request without the token. */
  onUnrecognized: (failure: Failure) => void;
  /** Called when the platform was recognized. `shown`: see `recognize`. */
  onRecognized: (shown: DialectName | null) => void;
}

/**
 * A sender that first sends one request without the token, and sends the token only after this API has answered. It
 * repeats this after the platform could not be reached, because another server may answer then.
 */
export function createRecognizingSender(options: RecognizingOptions): Send {
  const { clock, attempts = mostAttempts, onProbe, onUnrecognized, onRecognized } = options;
  const once = singleFlight();
  let isKnown = false;
  const bare = createSender({ ...options, token: () => null, onAttempt: onProbe, attempts: 1 });
  const acceptance = tokenAcceptance(clock, async (signal) => {
    const { status } = await send.raw(notificationSettings.get, {}, signal);
    // An instance that does not have this endpoint may answer 404 without checking the token
    return status === 404 ? (await send.raw(probedEndpoint, { query: { per_page: 1 } }, signal)).status : status;
  });
  const send: Send = createSender({
    ...options,
    acceptance,
    ready,
    onAttempt: (attempt) => {
      if (attempt.failure?.code === 'offline') isKnown = false;
      options.onAttempt(attempt);
    },
  });

  async function ready(signal: AbortSignal): Promise<void> {
    for (let count = 1; !isKnown; count += 1) {
      const failure = await recognizeOnce(signal);
      if (failure === null) return;
      if (count >= attempts || !mayRepeat({ repeat: 'same' }, { failure, wasSent: true, isAborted: false }))
        throw failure;
      await clock.sleep(jitterMs(count), signal);
    }
  }

  async function recognizeOnce(signal: AbortSignal): Promise<Failure | null> {
    try {
      onRecognized(await once('recognize', (own) => recognize(bare, options.url, () => clock.now(), own), signal));
      isKnown = true;
      return null;
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = Failure.from(thrown);
      if (failure.code === 'aborted') throw failure;
      onUnrecognized(failure);
      return failure.retryAtMs === undefined ? failure : Promise.reject(failure);
    }
  }

  const closeSend = send.close.bind(send);
  return Object.assign(send, { close: async () => void (await Promise.all([bare.close(), closeSend()])) });
}
