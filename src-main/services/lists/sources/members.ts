import { members as api } from '#main/api/endpoints/members.ts';
import type { RowFact } from '#main/cache/cache-types.ts';
import { Failure } from '#shared/errors.ts';
import type { OwnSource } from '../list-source.ts';
import { rowsOf } from '../walk.ts';

type Fields = Record<string, unknown>;

/**
 * Direct and inherited members of a project. The list of direct members is read first, because the list of all members
 * does not show which are direct.
 */
export const members: OwnSource<'members'> = {
  async parts({ send, ref, signal, limit }) {
    const facts: RowFact[] = [];
    const query = { show_seat_info: true };
    for await (const row of rowsOf(send, api.list, { path: { id: ref } }, signal, limit)) {
      if (typeof row['id'] === 'number') facts.push([row['id'], directly(row['access_level'])]);
    }
    const annotation = { all: { is_direct: false } };
    return [{ endpoint: api.listAll, input: { path: { id: ref }, query }, annotation, facts }];
  },
  async read({ send, ref, signal }, user_id) {
    const path = { id: ref, user_id };
    const row = await send(api.getAny, { path }, signal);
    try {
      const { access_level } = await send(api.get, { path }, signal);
      return { ...row, ...directly(access_level) };
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.code !== 'missing') throw thrown;
      return { ...row, is_direct: false, direct_access_level: null };
    }
  },
};

const directly = (level: unknown): Fields => ({ is_direct: true, direct_access_level: level });
