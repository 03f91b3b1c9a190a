import type { Scope } from '#shared/contract/scope.ts';
import type { Horizon } from '#shared/contract/access-tokens.ts';
import { horizonOf } from './access-tokens-horizon.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';

/** The horizon of access tokens, including archived tokens. */
export function accessTokens(open: () => Instance, { archive, clock }: Pick<AppContext, 'archive' | 'clock'>) {
  return {
    horizon: async ({ scope }: { scope: Scope | null }, signal: AbortSignal): Promise<Horizon> => {
      const instance = open();
      await archive.restoreOnce(instance, 'accessTokens');
      return horizonOf(instance.reader, scope, clock.now(), signal);
    },
  };
}
