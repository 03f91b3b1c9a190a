import { accessTokens as api } from '#main/api/endpoints/access-tokens.ts';
import { groupServiceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { Failure } from '#shared/errors.ts';
import type { OwnSource, Part } from '../list-source.ts';
import { rowOf, rowsOf } from '../walk.ts';

/**
 * The tokens of all service accounts of a group, requested account by account. Each token gets fields of its account.
 */
export const accessTokens: OwnSource<'accessTokens'> = {
  async parts({ send, ref, signal, limit }) {
    const parts: Part[] = [];
    for await (const account of rowsOf(send, groupServiceAccounts.list, { path: { id: ref } }, signal, limit)) {
      const { id: user_id, username, name } = account;
      if (typeof user_id !== 'number') continue;
      parts.push({
        endpoint: api.listTokens,
        input: { path: { id: ref, user_id } },
        annotation: { all: { user_id, account_username: username, account_name: name } },
      });
    }
    return parts;
  },
  async read({ send, ref, signal }, id, cached) {
    const user_id = cached?.user_id;
    if (typeof user_id !== 'number') throw new Failure('missing', 'the account of this token is not known');
    const row = await rowOf(send, api.listTokens, { path: { id: ref, user_id } }, id, signal);
    return { ...row, user_id, account_username: cached?.account_username, account_name: cached?.account_name };
  },
  path: ({ ref }, { user_id }) =>
    `/groups/${encodeURIComponent(ref)}/service_accounts/${user_id ?? ''}/personal_access_tokens`,
};
