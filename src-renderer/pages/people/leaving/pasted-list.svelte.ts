import { leaverGroups, type LeaverLine, type LeaverMatch } from '#shared/contract/leavers.ts';
import { KeptValues } from '../../../console/state/kept-values.ts';
import type { Stores } from '../../../stores/context.ts';
import { NewestCall } from '../../../stores/loading/newest-call.svelte.ts';
import { matchLeavers } from '../../../stores/people/leavers.svelte.ts';

/** A list of people that was pasted, and the accounts that were found. */
class PastedList {
  text = $state('');
  group = $state<LeaverLine['group']>('matched');
  readonly #matching = new NewestCall<LeaverMatch>();

  get match(): LeaverMatch | undefined {
    return this.#matching.value;
  }
  get failure() {
    return this.#matching.failure;
  }

  /** Find the accounts, and show the first group that has lines. Undefined: it failed. */
  async find(session: Stores['session']): Promise<LeaverMatch | undefined> {
    const isFound = await this.#matching.send((signal) => matchLeavers(session, this.text, signal));
    const { match } = this;
    if (!isFound || match === undefined) return undefined;
    this.group = leaverGroups.find((group) => match.counts[group] > 0) ?? 'matched';
    return match;
  }
}

const lists = new KeptValues<'', PastedList>(1);

/** The pasted list of the open instance, kept while other pages are shown. */
export const pastedListOf = (stores: Stores): PastedList =>
  lists.get(stores, '', () => ({ value: new PastedList(), end: () => undefined }));
