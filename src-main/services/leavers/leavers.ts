import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import { countOwners, leavingOf, ownedGroups } from './leaving.ts';

type All = Services<ReeveContract>;
interface Needs extends Pick<AppContext, 'texts'> {
  people: All['people'];
}

/** People who leave, from the cache. Sends no request. */
export function leavers(open: () => Instance, { texts, people }: Needs): All['leavers'] {
  return {
    leaving: async ({ ids }, signal) => {
      const { reader, profile } = open();
      const { people: found } = await people.get({ ids }, signal);
      const tokens = reader.lists('accessTokens');
      const groups = new Set(found.flatMap(ownedGroups).map(({ scope }) => scope));
      const counted = [...groups].map(async (scope) => {
        const { completedAt, counts } = await tokens.summary({ scope }, signal);
        return [scope, completedAt === null ? null : (counts['active']?.['1'] ?? 0)] as const;
      });
      const tokensOf = new Map(await Promise.all(counted));
      const known = { base: profile.url, tokensOf, ownersLeaving: countOwners(found) };
      return { people: found.map((person) => person && leavingOf(person, known)) };
    },
    match: async ({ text }, signal) => {
      const { reader } = open();
      const { header, json } = await texts.read('leavers', { text }, signal);
      return { header, ...(await reader.matchLeavers({ json }, signal)) };
    },
  };
}
