import { randomUUID } from 'node:crypto';
import type { Clock, Secrets } from '#main/ports.ts';
import type { SecretRef } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';

/** Whose secret it is: told where it waits, never with its value. */
export interface SecretOrigin {
  planId: string;
  op: string;
  label: string;
  field: string;
}
interface MintedSecret extends SecretOrigin {
  value: string;
  at: number;
}

const keychainName = (ref: string): string => `plan-secret:${ref}`;

/**
 * The only place where secrets of plans are: in memory, and those that a plan shall keep in the keychain besides.
 * `given` ones go out with a write, `minted` ones came back with an answer and are told once.
 */
export function secretBox({ clock, secrets }: { clock: Clock; secrets: Secrets }) {
  const plannedSecrets = new Map<string, string>();
  const mintedSecrets = new Map<string, MintedSecret>();

  return {
    /** A reference for a value that shall be sent. */
    take: (value: string): SecretRef => {
      const secretRef = randomUUID();
      plannedSecrets.set(secretRef, value);
      return { secretRef };
    },
    /** A reference that has no value yet: it is asked for before anything is sent. */
    empty: (): SecretRef => ({ secretRef: randomUUID() }),
    /** A value for a reference that has none. */
    give: (ref: SecretRef, value: string): void => void plannedSecrets.set(ref.secretRef, value),
    /** Into the keychain, so that they survive an end of the program. Fails as the keychain does. */
    keep: async (refs: readonly SecretRef[]): Promise<void> => {
      for (const { secretRef } of refs) {
        const value = plannedSecrets.get(secretRef);
        if (value !== undefined) await secrets.set(keychainName(secretRef), value);
      }
    },
    /** What is known of these, also from the keychain. */
    valuesOf: async (refs: readonly SecretRef[]): Promise<ReadonlyMap<string, string>> => {
      const found = new Map<string, string>();
      for (const { secretRef } of refs) {
        const value = plannedSecrets.get(secretRef) ?? (await secrets.get(keychainName(secretRef)).catch(() => null));
        if (value === null) continue;
        plannedSecrets.set(secretRef, value);
        found.set(secretRef, value);
      }
      return found;
    },
    /** The plan has ended. */
    forget: async (refs: readonly SecretRef[], wasKept: boolean): Promise<void> => {
      for (const { secretRef } of refs) {
        plannedSecrets.delete(secretRef);
        if (wasKept) await secrets.delete(keychainName(secretRef)).catch(() => undefined);
      }
    },
    /** A value that the platform made and tells this once. */
    mint: (value: string, facts: SecretOrigin): SecretRef => {
      const secretRef = randomUUID();
      mintedSecrets.set(secretRef, { ...facts, value, at: clock.now() });
      return { secretRef };
    },
    hasMinted: ({ secretRef }: SecretRef): boolean => mintedSecrets.has(secretRef),
    waiting: (): (SecretOrigin & SecretRef & { at: number })[] =>
      [...mintedSecrets].map(([secretRef, { value: _, ...facts }]) => ({ secretRef, ...facts })),
    /** Tell it, once. Fails: `missing`. */
    reveal: ({ secretRef }: SecretRef): { value: string; planId: string } => {
      const found = mintedSecrets.get(secretRef);
      if (found === undefined) throw new Failure('missing', 'told already, or forgotten with the end of Reeve');
      mintedSecrets.delete(secretRef);
      return { value: found.value, planId: found.planId };
    },
  };
}
export type SecretBox = ReturnType<typeof secretBox>;
