import History from '@lucide/svelte/icons/history';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Save from '@lucide/svelte/icons/save';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import { pushRules as words } from '#shared/text/en/push-rules.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesDesk } from './desk.svelte.ts';
import { readReason, save, saveReason } from './writes.ts';

/** What the page offers to the palette and the keyboard. Read reactively. */
export function pushRuleCommands(stores: Stores, desk: PushRulesDesk): Command[] {
  const { commands } = words;
  return [
    {
      id: 'push-rules:save',
      title: desk.rule === null ? words.create : commands.save,
      group: 'action',
      keys: 'mod+s',
      icon: Save,
      disabledReason: saveReason(stores, desk),
      run: () => void save(stores, desk),
    },
    {
      id: 'push-rules:replay',
      title: desk.tab === 'rule' ? commands.replay : commands.rule,
      group: 'action',
      keys: 't',
      icon: desk.tab === 'rule' ? History : SlidersHorizontal,
      run: () => (desk.tab = desk.tab === 'rule' ? 'replay' : 'rule'),
    },
    {
      id: 'push-rules:read',
      title: commands.read,
      group: 'action',
      icon: RefreshCw,
      disabledReason: readReason(stores),
      run: () => void desk.stored.refresh(),
    },
  ];
}
