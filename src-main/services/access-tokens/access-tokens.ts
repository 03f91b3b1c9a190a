import type { Scope } from '#shared/contract/scope.ts';
import type { Horizon } from '#shared/contract/access-tokens.ts';
import type { Clock } from '#main/ports.ts';
import { horizonOf } from './access-tokens-horizon.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs {
  open: () => Instance;
  archive: { restoreOnce(instance: Instance, name: 'accessTokens'): Promise<void> };
  clock: Clock;
}

/** The horizon of access tokens, including archived tokens. */
export function accessTokens({ open, archive, clock }: Needs) {
  return {
    horizon: async ({ scope }: { scope: Scope | null }, signal: AbortSignal): Promise<Horizon> => {
      const instance = open();
      await archive.restoreOnce(instance, 'accessTokens');
      return horizonOf(instance.reader, scope, clock.now(), signal);
    },
  };
}
