import AppWindow from '@lucide/icons/icons/app-window';
import CircleStop from '@lucide/icons/icons/circle-stop';
import Globe from '@lucide/icons/icons/globe';
import Keyboard from '@lucide/icons/icons/keyboard';
import PanelLeft from '@lucide/icons/icons/panel-left';
import History from '@lucide/icons/icons/rotate-ccw-clock';
import Plus from '@lucide/icons/icons/plus';
import RefreshCw from '@lucide/icons/icons/refresh-cw';
import Search from '@lucide/icons/icons/search';
import SunMoon from '@lucide/icons/icons/sun-moon';
import { shell } from '#shared/text/en/shell.ts';
import { usersSyncReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { pages } from '../navigation.ts';
import { jobNameOn } from '../../console/job-name.ts';
import { openWindow } from '../../stores/window/address.ts';

interface Openers {
  palette: () => void;
  shortcuts: () => void;
  sidebar: () => Promise<void>;
  moment: () => void;
}

/** The commands of the shell, available on every page. Read reactively. */
export function shellCommands(stores: Stores, open: Openers): Command[] {
  const { route, preferences, profiles, jobs, moment } = stores;
  const words = shell.commands;
  const commands: Command[] = [
    ...pages
      .filter(({ segment }) => segment !== 'connect' && segment !== 'open')
      .map(({ segment, title, icon, keys }): Command => ({
        id: `goto:${segment}`,
        title: segment === 'access' || segment === 'people' ? words[segment] : title,
        isGoto: true,
        keys,
        icon,
        run: () => route.navigate(`/${segment}`),
      })),
    ...(moment.ofPage === null ? [syncUsers(stores)] : []),
    ...(profiles.open === null
      ? []
      : [{ id: 'as-of', title: words.asOf, keys: 'g f', icon: History, keywords: 'history past', run: open.moment }]),
    {
      id: 'theme',
      title: words.themeSwitch,
      keys: 'mod+shift+l',
      icon: SunMoon,
      run: () => void attempt(() => preferences.set({ theme: isDarkNow() ? 'light' : 'dark' })),
    },
    {
      id: 'sidebar',
      title: words.foldSidebar,
      keys: 'mod+b',
      icon: PanelLeft,
      run: () => void attempt(open.sidebar),
    },
    {
      id: 'window',
      title: words.newWindow,
      // A browser uses these keys itself
      keys: stores.host.status?.host === 'electron' ? 'mod+shift+n' : undefined,
      icon: AppWindow,
      keywords: 'tab',
      run: () => openWindow(location.href),
    },
    { id: 'palette', title: words.palette, keys: 'mod+k', icon: Search, run: open.palette },
    { id: 'shortcuts', title: words.shortcuts, keys: '?', icon: Keyboard, run: open.shortcuts },
    { id: 'connect', title: words.addInstance, icon: Plus, run: () => route.navigate('/connect') },
  ];
  for (const { id, name } of profiles.list ?? []) {
    if (id === profiles.openId) continue;
    const run = (): void => void attempt(() => profiles.openProfile(id));
    commands.push({ id: `open:${id}`, title: words.openInstance(name), icon: Globe, run });
  }
  if (moment.ofPage !== null) return commands;
  for (const job of jobs.active) {
    const { id, state } = job;
    if (state === 'needs-person') continue;
    const title = words.cancelJob(jobNameOn(stores, job));
    commands.push({
      id: `cancel:${id}`,
      title,
      icon: CircleStop,
      isFoundByVerb: true,
      run: () => void attempt(() => jobs.cancel(id)),
    });
  }
  return commands;
}

function syncUsers(stores: Stores): Command {
  return {
    id: 'sync',
    title: shell.commands.sync,
    keys: 'r',
    icon: RefreshCw,
    keywords: 'sync refresh',
    disabledReason: usersSyncReason(stores),
    run: () => void attempt(() => stores.jobs.syncUsers()),
  };
}

function isDarkNow(): boolean {
  const theme = document.documentElement.dataset['theme'];
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
