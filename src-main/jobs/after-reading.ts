import type { Instance } from '#main/services/instances/instance.ts';
import type { Scope } from '#shared/contract/collection.ts';
import type { JobKind } from './job.ts';

/** A list was read to its end: of a scope, or (null) of all that are known. */
export type AfterReading = (instance: Instance, stem: string, scope: Scope | null) => Promise<void>;

/** The same kind of job, with something more to do once what it reads was read, or a person agreed to what is gone. */
export function withAfter(kind: JobKind, after: AfterReading): JobKind {
  const tell: (context: { instance: Instance; input: Readonly<Record<string, string>> }) => Promise<void> = ({
    instance,
    input,
  }) => after(instance, input['stem'] ?? '', input['scope'] ?? null);
  return {
    ...kind,
    async run(context) {
      const outcome = await kind.run(context);
      if (outcome.kind === 'done') await tell(context);
      return outcome;
    },
    async accept(context) {
      await kind.accept(context);
      await tell(context);
    },
  };
}
