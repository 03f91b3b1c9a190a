import Activity from '@lucide/svelte/icons/activity';
import Bot from '@lucide/svelte/icons/bot';
import Braces from '@lucide/svelte/icons/braces';
import BriefcaseBusiness from '@lucide/svelte/icons/briefcase-business';
import CircleStop from '@lucide/svelte/icons/circle-stop';
import Cpu from '@lucide/svelte/icons/cpu';
import GitCommit from '@lucide/svelte/icons/git-commit-horizontal';
import Globe from '@lucide/svelte/icons/globe';
import Import from '@lucide/svelte/icons/import';
import Info from '@lucide/svelte/icons/info';
import KeyRound from '@lucide/svelte/icons/key-round';
import KeySquare from '@lucide/svelte/icons/key-square';
import Keyboard from '@lucide/svelte/icons/keyboard';
import LayoutDashboard from '@lucide/svelte/icons/layout-dashboard';
import ListTree from '@lucide/svelte/icons/list-tree';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Plus from '@lucide/svelte/icons/plus';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import ScanEye from '@lucide/svelte/icons/scan-eye';
import UserRound from '@lucide/svelte/icons/user-round';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings-2';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Users from '@lucide/svelte/icons/users';
import { shell } from '#shared/text/en/shell.ts';
import { syncReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { jobNameOn } from '../../console/job-name.ts';

interface Openers {
  palette: () => void;
  shortcuts: () => void;
  sidebar: () => Promise<void>;
}

/** What the shell itself offers, whatever page is on show. Read reactively: reasons and names follow the stores. */
export function shellCommands(stores: Stores, open: Openers): Command[] {
  const { route, preferences, profiles, jobs } = stores;
  const words = shell.commands;
  const goTo = (id: string, title: string, path: string, icon: Command['icon'], keys?: string): Command => ({
    id: `goto:${id}`,
    title,
    group: 'goto',
    keys,
    icon,
    run: () => route.navigate(path),
  });
  const commands: Command[] = [
    goTo('overview', words.overview, '/overview', LayoutDashboard, 'g v'),
    goTo('users', words.users, '/users', Users, 'g u'),
    goTo('enterprise-users', words.enterpriseUsers, '/enterprise-users', BriefcaseBusiness, 'g x'),
    goTo('members', words.members, '/members', UserRound, 'g m'),
    goTo('access', words.access, '/access', ScanEye),
    goTo('runners', words.runners, '/runners', Cpu, 'g r'),
    goTo('service-accounts', words.serviceAccounts, '/service-accounts', Bot, 'g b'),
    goTo('access-tokens', words.accessTokens, '/access-tokens', KeySquare, 'g t'),
    goTo('imports', words.imports, '/imports', Import, 'g o'),
    goTo('keys', words.keys, '/keys', KeyRound, 'g k'),
    goTo('ssh-certificates', words.certificates, '/ssh-certificates', ScrollText, 'g h'),
    goTo('push-rules', words.pushRules, '/push-rules', GitCommit, 'g p'),
    goTo('activity', words.activity, '/activity', Activity, 'g a'),
    goTo('catalogue', words.catalogue, '/catalogue', ListTree, 'g c'),
    goTo('explorer', words.explorer, '/explorer', Braces, 'g e'),
    goTo('settings', words.settings, '/settings', Settings, 'g s'),
    goTo('profiles', words.instances, '/profiles', Globe, 'g i'),
    goTo('about', words.about, '/about', Info),
    {
      id: 'sync',
      title: words.sync,
      group: 'action',
      keys: 'r',
      icon: RefreshCw,
      keywords: 'sync crawl refresh',
      disabledReason: syncReason(stores),
      run: () => void attempt(() => jobs.crawlUsers()),
    },
    {
      id: 'theme',
      title: words.themeSwitch,
      group: 'action',
      keys: 'mod+shift+l',
      icon: SunMoon,
      run: () => void attempt(() => preferences.set({ theme: isDarkNow() ? 'light' : 'dark' })),
    },
    {
      id: 'sidebar',
      title: words.foldSidebar,
      group: 'action',
      keys: 'mod+b',
      icon: PanelLeft,
      run: () => void attempt(open.sidebar),
    },
    { id: 'palette', title: words.palette, group: 'action', keys: 'mod+k', icon: Search, run: open.palette },
    { id: 'shortcuts', title: words.shortcuts, group: 'action', keys: '?', icon: Keyboard, run: open.shortcuts },
    { id: 'connect', title: words.addInstance, group: 'action', icon: Plus, run: () => route.navigate('/connect') },
  ];
  for (const { id, name } of profiles.list ?? []) {
    if (id === profiles.openId) continue;
    const run = (): void => void attempt(() => profiles.openProfile(id));
    commands.push({ id: `open:${id}`, title: words.openInstance(name), group: 'action', icon: Globe, run });
  }
  for (const job of jobs.active) {
    const { id, state } = job;
    if (state === 'needs-person') continue;
    const title = words.cancelJob(jobNameOn(stores, job));
    commands.push({
      id: `cancel:${id}`,
      title,
      group: 'action',
      icon: CircleStop,
      run: () => void attempt(() => jobs.cancel(id)),
    });
  }
  return commands;
}

function isDarkNow(): boolean {
  const theme = document.documentElement.dataset['theme'];
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
