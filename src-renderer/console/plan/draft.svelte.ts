import type { Plan } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';

/** The options of a plan before it is applied. */
export class DraftOptions {
  isCanary = $state(false);
  canaryRows = $state('1');
  stopOnError = $state(true);
  /** Text of the confirmation field. */
  typed = $state('');
  wasTried = $state(false);

  canary(): number | null {
    return this.isCanary ? Number(this.canaryRows) : null;
  }

  canaryError({ total }: Plan): string | null {
    const n = Number(this.canaryRows);
    const isRight = !this.isCanary || (Number.isInteger(n) && n >= 1 && n <= total);
    return this.wasTried && !isRight ? words.canaryError(total) : null;
  }

  nameError({ confirmation }: Plan): string | null {
    if (!this.wasTried || confirmation.kind !== 'name' || this.typed.trim() === confirmation.name) return null;
    return words.nameError(confirmation.name);
  }
}
