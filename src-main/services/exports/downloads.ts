import type { Endpoint, Send } from '#main/api/types.ts';
import type { Download } from '#shared/contract/downloads.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { aborted } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';

interface Running extends Download {
  profileId: string;
  isShown: boolean;
  cancel: () => void;
}

/** Shorter downloads are not shown. */
const shownAfterMs = 500;

/** The downloads for which a person waits, with their progress. */
export function openDownloads(changed: (profileId: string) => void) {
  const running = new Map<number, Running>();
  let lastId = 0;

  return {
    /**
     * Run a download that a person can cancel. `work` gets the instance with a sender that reports its progress.
     * Fails: `aborted` if it was canceled; as `work`.
     */
    async run<Own extends Pick<Instance, 'profile' | 'send'>, Result>(
      instance: Own,
      name: string,
      work: (own: Own, signal: AbortSignal) => Promise<Result>,
      signal: AbortSignal,
    ): Promise<Result> {
      const { id: profileId } = instance.profile;
      const stop = new AbortController();
      const id = (lastId += 1);
      const cancel = (): void => stop.abort(aborted());
      const own: Running = { id, name, profileId, receivedBytes: 0, totalBytes: null, isShown: false, cancel };
      const show = (): void => {
        own.isShown = true;
        changed(profileId);
      };
      const timer = setTimeout(show, shownAfterMs);
      running.set(id, own);
      const onProgress = (progress: Pick<Download, 'receivedBytes' | 'totalBytes'>): void => {
        Object.assign(own, progress);
        if (own.isShown) changed(profileId);
      };
      try {
        const send = withProgress(instance.send, onProgress);
        return await work({ ...instance, send }, AbortSignal.any([signal, stop.signal]));
      } finally {
        clearTimeout(timer);
        running.delete(id);
        if (own.isShown) changed(profileId);
      }
    },
    servicesOf: (open: () => Instance) =>
      ({
        list: () => ({
          downloads: [...running.values()]
            .filter(({ profileId, isShown }) => isShown && profileId === open().profile.id)
            .map(({ id, name, receivedBytes, totalBytes }) => ({ id, name, receivedBytes, totalBytes })),
        }),
        cancel: ({ id }) => {
          const own = running.get(id);
          if (own?.profileId !== open().profile.id) return { canceled: false };
          own.cancel();
          return { canceled: true };
        },
      }) satisfies Services<ReeveContract>['downloads'],
  };
}
export type Downloads = ReturnType<typeof openDownloads>;

/** A sender that reports the progress of its downloads. */
function withProgress(
  send: Send,
  onProgress: (progress: { receivedBytes: number; totalBytes: number | null }) => void,
): Send {
  const one = (endpoint: Endpoint, input?: object, signal?: AbortSignal) => send(endpoint, input, signal);
  const bytes: Send['bytes'] = (endpoint, input, to, signal) =>
    send.bytes(endpoint, input, { ...to, onProgress }, signal);
  return Object.assign(one, send, { bytes });
}
