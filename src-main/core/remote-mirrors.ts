import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { remoteMirrorsWatch } from '#main/jobs/watches/remote-mirrors.ts';
import { mirrorMonitor, type MirrorMonitorNeeds } from '#main/services/remote-mirrors/mirror-monitor.ts';
import { scopesInUse } from '#main/services/setup/setup-places.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { pathOf } from './path-of.ts';

interface Needs extends Pick<MirrorMonitorNeeds, 'instanceOf' | 'observe'> {
  ports: Ports;
  state: Pick<StateTables, 'mirrorMarks' | 'catalogue' | 'preferences' | 'setups'>;
  /** Check the places of a kind of watch soon. */
  poke: (profileId: string, kind: string, scope: Scope) => unknown;
}

/** The monitor of remote mirrors with its watch, and what the verbs of a window need of them. */
export function composeMirrors({ ports, state, instanceOf, observe, ...needs }: Needs) {
  const { clock, log } = ports;
  const noSuccessHours = (): number => state.preferences.get().mirrorNoSuccessHours;
  const poke = (profileId: string, scope: Scope): void => void needs.poke(profileId, watch.name, scope);
  const monitor = mirrorMonitor({
    marks: state.mirrorMarks,
    ...{ clock, instanceOf, noSuccessHours, observe, poke },
    pathOf: (profileId, scope) => pathOf(state.catalogue, profileId, scope),
    onFailed: (thrown) => log.warn('mirrors not checked', failed(thrown)),
  });
  const watch = remoteMirrorsWatch({
    projects: (profileId) => scopesInUse(state, profileId, 'remoteMirrors'),
    checked: (profileId, scope) => monitor.checked(profileId, scope),
  });
  return { monitor, poke, watch };
}
