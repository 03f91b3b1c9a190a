import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';

interface Needs {
  log: Ports['log'];
  nameOf: (profileId: string) => string;
  notice: (code: string, detail: string) => void;
}

/** Reports an instance that could not be opened: in the log each time, and in one notice for each profile. */
export function notOpenedReport({ log, nameOf, notice }: Needs): (profileId: string | null, thrown: unknown) => void {
  const noticed = new Set<string>();
  return (profileId, thrown) => {
    log.error('profile not opened', { ...(profileId !== null && { profileId }), ...failed(thrown) });
    if (profileId === null || noticed.has(profileId)) return;
    noticed.add(profileId);
    notice('profile-not-opened', `${nameOf(profileId)}: ${Failure.from(thrown).message}`);
  };
}
