import Plus from '@lucide/svelte/icons/plus';
import Search from '@lucide/svelte/icons/search';
import { accessTokens } from '#shared/text/en/access-tokens.ts';
import { catalogue } from '#shared/text/en/catalogue.ts';
import { imports } from '#shared/text/en/imports.ts';
import { keys } from '#shared/text/en/keys.ts';
import { members } from '#shared/text/en/members.ts';
import { runners } from '#shared/text/en/runners.ts';
import { serviceAccounts } from '#shared/text/en/service-accounts.ts';
import { sshCertificates } from '#shared/text/en/ssh-certificates.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';

/** A command of one page that the palette offers on every page. `id`: the command on its page; `segment`: the page. */
interface PageVerb {
  id: string;
  title: string;
  segment: string;
  keywords: string;
  icon?: Command['icon'];
  /** It changes nothing on the instance. */
  isHarmless?: boolean;
}

const verbs: readonly PageVerb[] = [
  {
    id: 'service-accounts.create',
    title: serviceAccounts.actions.create,
    segment: 'service-accounts',
    keywords: 'create add',
  },
  {
    id: 'access-tokens.create',
    title: accessTokens.actions.create,
    segment: 'access-tokens',
    keywords: 'create add access token',
  },
  { id: 'members.add', title: members.actions.add, segment: 'members', keywords: 'new invite member' },
  { id: 'runners.register', title: runners.register.action, segment: 'runners', keywords: 'new create add' },
  { id: 'imports.new', title: imports.ways.new, segment: 'imports', keywords: 'create repository gists csv code host' },
  { id: 'certificates.add', title: sshCertificates.add, segment: 'ssh-certificates', keywords: 'new create ssh' },
  {
    id: 'keys.lookUp',
    title: keys.lookUp,
    segment: 'keys',
    keywords: 'find paste fingerprint authorized_keys ssh',
    icon: Search,
    isHarmless: true,
  },
  {
    id: 'catalogue.add',
    title: catalogue.commands.add,
    segment: 'catalogue',
    keywords: 'new group project',
    isHarmless: true,
  },
];

/** The offered commands, followed by commands of other pages: each of these opens its page and then runs there. */
export function withPageVerbs(stores: Stores, offered: readonly Command[]): Command[] {
  const { route, commands, profiles } = stores;
  const own = offered.map((command) => {
    const keywords = command.keywords ?? verbs.find(({ id }) => id === command.id)?.keywords;
    return { ...command, keywords };
  });
  if (profiles.open === null) return own;
  const elsewhere = verbs.filter(({ id }) => !offered.some((command) => command.id === id));
  return [
    ...own,
    ...elsewhere.map(({ id, title, segment, keywords, icon = Plus, isHarmless = false }): Command => ({
      id,
      title,
      group: 'action',
      icon,
      keywords,
      disabledReason: isHarmless ? null : writeReason(stores),
      run: () => {
        route.navigate(`/${segment}`);
        // Unsaved changes can stop the navigation; then the command must not run later, nor after the page was left
        const { moves } = route;
        if (route.segments[0] === segment) commands.runWhenOffered(id, () => route.moves === moves);
      },
    })),
  ];
}
