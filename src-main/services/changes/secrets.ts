import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { WriteEngine } from './write-engine.ts';

/** Secrets that the platform created. `reveal` is the only verb of Reeve that returns a secret. */
export function secrets({ planSecrets, context }: Pick<WriteEngine, 'planSecrets' | 'context'>) {
  return {
    waiting: () => ({ secrets: planSecrets.waiting() }),
    reveal: (ref) => {
      const { value, planId, isLink } = planSecrets.reveal(ref);
      if (!isLink) context.planChanged(planId);
      return { value };
    },
  } satisfies Services<ReeveContract>['secrets'];
}
