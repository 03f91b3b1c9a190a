import { DAY_MS } from '../clock.ts';
import { GROUP_PATHS } from '../seed/groups.ts';
import type { Token } from '../world/tokens.ts';
import type { Scene } from './scene.ts';

/** The first token expires at the next midnight UTC, because tokens expire with a day (document 3, Personal access token). */
const TOKENS = [
  { name: 'nightly export', days: 1 },
  { name: 'dashboards', days: 4 },
  { name: 'retired runner', days: 120 },
] as const;

/** Tokens that expire soon, one that is revoked, an administrator without two-factor authentication, and push rules. */
export function moveAccounts(scene: Scene): void {
  const { world, startMs } = scene;
  const random = scene.random('accounts');
  addAdministrator(scene);
  addPushRules(scene);
  const account = world.users.ordered('id').find(({ provisioned_by_group_id, type }) => {
    return type === 'service_account' && provisioned_by_group_id === world.groups.lookup(GROUP_PATHS.top)?.id;
  });
  if (account === undefined) return;
  const today = Math.floor(startMs / DAY_MS) * DAY_MS;
  const tokens: Token[] = TOKENS.map(({ name, days }) =>
    world.tokens.add({
      value: `pat-service-${random.hex(24)}`,
      user_id: account.id,
      name,
      description: `Used by the job ${name}`,
      scopes: ['read_api'],
      created_at: startMs - 200 * DAY_MS,
      expires_at: today + days * DAY_MS,
      last_used_at: startMs - random.integer(1, 20) * DAY_MS,
      revoked: false,
    }),
  );
  world.timeline.at(scene.between(random, 240, 420), () => {
    const last = tokens.at(-1);
    if (last !== undefined) last.revoked = true;
  });
}

function addAdministrator({ world }: Scene) {
  const people = world.users.ordered('id').filter(({ type, state }) => type === 'human' && state === 'active');
  if (people.some(({ is_admin, two_factor_enabled }) => is_admin && !two_factor_enabled)) return;
  const members = new Set(world.members.all().map(({ user_id }) => user_id));
  const chosen = people.find((user) => user.id > 10 && !members.has(user.id) && user.provisioned_by_group_id === null);
  if (chosen !== undefined) world.users.edit(chosen.id, { is_admin: true, two_factor_enabled: false });
}

/** Push rules that don't refuse ordinary commits. */
function addPushRules({ world, startMs }: Scene) {
  for (const path of [GROUP_PATHS.sub, GROUP_PATHS.other]) {
    const group = world.groups.lookup(path);
    if (group === undefined) continue;
    world.pushRules.add({
      group_id: group.id,
      created_at: startMs - 40 * DAY_MS,
      max_file_size: 200,
      author_email_regex: '',
      branch_name_regex: '',
      commit_message_regex: '',
      commit_message_negative_regex: 'ssh-private-key',
      file_name_regex: '(id_rsa|\\.pfx)$',
      commit_committer_check: false,
      commit_committer_name_check: false,
      deny_delete_tag: true,
      member_check: false,
      prevent_secrets: false,
      reject_non_dco_commits: false,
      reject_unsigned_commits: false,
    });
  }
}
