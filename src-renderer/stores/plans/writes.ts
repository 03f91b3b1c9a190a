import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';

/** The part of the contract that is about writes to the platform. */
export type WritesClient = Pick<Client<ReeveContract>, 'changes' | 'journal' | 'secrets'>;
