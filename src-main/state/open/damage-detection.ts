import { Failure } from '#shared/errors.ts';
import { isCorruption, type Db } from '../files/database.ts';

type Call = (...args: unknown[]) => unknown;

/**
 * The same database, where every call is checked for signs of damage. The first sign is reported, once, and from then
 * on every call is refused, because nothing may be written to or decided on a file that cannot be trusted.
 * Fails: `invalid`/`corrupt`; everything else as SQLite throws it.
 */
export function withDamageDetection(db: Db, onDamage: (why: Failure) => void): Db {
  let damage: Failure | null = null;

  /** Replace methods of a native object with guarded ones. `made` wraps their results. */
  function guardMethods<T extends object>(
    target: T,
    names: readonly string[],
    made = (answer: unknown): unknown => answer,
  ): T {
    for (const name of names) {
      const call = Reflect.get(target, name) as Call;
      Reflect.defineProperty(target, name, { value: guardCall((...args) => made(Reflect.apply(call, target, args))) });
    }
    return target;
  }

  function guardCall(call: Call): Call {
    return (...args) => {
      if (damage !== null) throw new Failure(damage.code, damage.message, { reason: 'corrupt', cause: damage });
      try {
        return call(...args);
      } catch (thrown) {
        if (!isCorruption(thrown) || thrown instanceof Failure) throw thrown;
        damage = Failure.from(thrown);
        onDamage(damage);
        throw damage;
      }
    };
  }

  /** A transaction is a function with its kinds as properties. */
  function guardTransaction(answer: unknown): Call {
    const kinds = answer as Record<'deferred' | 'immediate' | 'exclusive', Call>;
    const own = {
      deferred: guardCall(kinds.deferred),
      immediate: guardCall(kinds.immediate),
      exclusive: guardCall(kinds.exclusive),
    };
    return Object.assign(guardCall(kinds.deferred), own, { default: own.deferred });
  }

  guardMethods(db, ['prepare'], (statement) => guardMethods(statement as object, ['run', 'get', 'all']));
  guardMethods(db, ['transaction'], guardTransaction);
  return guardMethods(db, ['exec', 'pragma']);
}
