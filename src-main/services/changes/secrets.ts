import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { WriteDesk } from './write-engine.ts';

/** Values that the platform made and that are told once. The only verb of Reeve that answers with a secret. */
export function secrets({ box, shop }: Pick<WriteDesk, 'box' | 'shop'>) {
  return {
    waiting: () => ({ secrets: box.waiting() }),
    reveal: (ref) => {
      const { value, planId } = box.reveal(ref);
      shop.touch(planId);
      return { value };
    },
  } satisfies Services<ReeveContract>['secrets'];
}
