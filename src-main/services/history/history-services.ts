import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { forgetting } from './forgetting.ts';
import { historySettings } from './history-settings.ts';
import { historyQueryServices } from './history.ts';

interface Needs extends Omit<Parameters<typeof historyQueryServices>[0], 'open' | 'state'> {
  open: () => Instance;
  state: Pick<StateTables, 'plans' | 'catalogue' | 'forgetPerson'>;
  /** Called after a person was forgotten: windows must query notices and the journal again. */
  onForgotten: (profileId: string) => void;
}

/** All verbs of the history. */
export function historyServices({ onForgotten, ...needs }: Needs): Services<ReeveContract>['history'] {
  const { open, state } = needs;
  return {
    ...historyQueryServices(needs),
    ...historySettings(open),
    ...forgetting({ open, forgetInState: state.forgetPerson, onForgotten }),
  };
}
