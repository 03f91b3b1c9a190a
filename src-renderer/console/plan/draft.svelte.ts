import type { Plan } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';

/** What a person sets before a plan is applied. */
export class DraftOptions {
  isCanary = $state(false);
  canaryRows = $state('1');
  stopOnError = $state(true);
  /** What stands in the field that confirms. */
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
