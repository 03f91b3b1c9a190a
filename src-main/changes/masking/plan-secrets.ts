import { randomUUID } from 'node:crypto';
import type { Clock, Secrets } from '#main/ports.ts';
import type { CreatedSecret, SecretRef } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';

/** Where a created secret comes from. */
export interface SecretOrigin {
  planId: string;
  op: string;
  label: string;
  field: string;
  isLink: boolean;
}
interface MintedSecret extends SecretOrigin {
  value: string;
  at: number;
}

const keychainName = (ref: string): string => `plan-secret:${ref}`;

/**
 * The secrets of plans. They are only here in memory and, for plans with `keepSecrets`, in the keychain. Planned
 * secrets are sent with a write. Minted secrets were created by the platform. Each is revealed once, except links,
 * which can be read again.
 */
export function createPlanSecrets({ clock, secrets }: { clock: Clock; secrets: Secrets }) {
  const plannedSecrets = new Map<string, string>();
  const mintedSecrets = new Map<string, MintedSecret>();

  return {
    /** Store a value that will be sent, and return its reference. */
    add: (value: string): SecretRef => {
      const secretRef = randomUUID();
      plannedSecrets.set(secretRef, value);
      return { secretRef };
    },
    /** A reference without a value. A person must enter the value before the write is sent. */
    empty: (): SecretRef => ({ secretRef: randomUUID() }),
    /** Store the value of a reference that has none. */
    set: (ref: SecretRef, value: string): void => void plannedSecrets.set(ref.secretRef, value),
    /** Store these secrets in the keychain, so that they are kept after a restart. Fails: as the keychain does. */
    keep: async (refs: readonly SecretRef[]): Promise<void> => {
      for (const { secretRef } of refs) {
        const value = plannedSecrets.get(secretRef);
        if (value !== undefined) await secrets.set(keychainName(secretRef), value);
      }
    },
    /** The known values of these references, from memory or the keychain. */
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
    /** Delete the secrets of a plan that has ended. */
    forget: async (refs: readonly SecretRef[], wasKept: boolean): Promise<void> => {
      for (const { secretRef } of refs) {
        plannedSecrets.delete(secretRef);
        if (wasKept) await secrets.delete(keychainName(secretRef)).catch(() => undefined);
      }
    },
    /** Store a secret that the platform created, and return its reference. */
    mint: (value: string, facts: SecretOrigin): CreatedSecret => {
      const secretRef = randomUUID();
      mintedSecrets.set(secretRef, { ...facts, value, at: clock.now() });
      return facts.isLink ? { secretRef, isLink: true } : { secretRef };
    },
    hasMinted: ({ secretRef }: SecretRef): boolean => mintedSecrets.has(secretRef),
    waiting: (): (SecretOrigin & SecretRef & { at: number })[] =>
      [...mintedSecrets].flatMap(([secretRef, { value: _, ...facts }]) =>
        facts.isLink ? [] : [{ secretRef, ...facts }],
      ),
    /** Return a minted value, and delete it unless it is a link. Fails: `missing`. */
    reveal: ({ secretRef }: SecretRef): { value: string; planId: string; isLink: boolean } => {
      const found = mintedSecrets.get(secretRef);
      if (found === undefined) throw new Failure('missing', 'the secret was already revealed, or Reeve was restarted');
      if (!found.isLink) mintedSecrets.delete(secretRef);
      return found;
    },
  };
}
export type PlanSecrets = ReturnType<typeof createPlanSecrets>;
