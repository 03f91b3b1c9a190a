import type { Call, CallOnRows } from '#shared/contract/changes.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { NamedOperation } from '#shared/text/en/operations.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';

/** A write that a console requests. */
export type WriteCall = Call & { op: NamedOperation };
/** A write that a console requests for the selected rows of a list. */
export type WriteOnRows = CallOnRows & { op: NamedOperation; collection: CollectionName };

/** The parts of the contract for writes to the platform. */
export type WritesClient = Pick<Client<ReeveContract>, 'changes' | 'journal' | 'secrets'>;
