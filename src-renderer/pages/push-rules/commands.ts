import History from '@lucide/icons/icons/rotate-ccw-clock';
import RefreshCw from '@lucide/icons/icons/refresh-cw';
import Save from '@lucide/icons/icons/save';
import SlidersHorizontal from '@lucide/icons/icons/sliders-horizontal';
import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { remoteReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesState } from './push-rules-state.svelte.ts';
import { save, saveReason } from './writes.ts';

/** Commands for the palette and the keyboard. Read reactively. */
export function pushRuleCommands(stores: Stores, pageState: PushRulesState): Command[] {
  const { commands } = words;
  const all: Command[] = [
    {
      id: 'push-rules:save',
      title: pageState.rule === null ? words.create : commands.save,
      keys: 'mod+s',
      icon: Save,
      disabledReason: saveReason(stores, pageState),
      run: () => void save(stores, pageState),
    },
    {
      id: 'push-rules:replay',
      title: pageState.tab === 'rule' ? commands.replay : commands.rule,
      keys: 't',
      icon: pageState.tab === 'rule' ? History : SlidersHorizontal,
      run: () => (pageState.tab = pageState.tab === 'rule' ? 'replay' : 'rule'),
    },
    {
      id: 'push-rules:read',
      title: commands.read,
      icon: RefreshCw,
      disabledReason: remoteReason(stores),
      run: () => void pageState.stored.refresh(),
    },
  ];
  return stores.moment.ofPage === null ? all : all.filter(({ id }) => id === 'push-rules:replay');
}
