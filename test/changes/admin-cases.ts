import { randomUUID } from 'node:crypto';
import { groupServiceAccounts } from '#main/api/endpoints/service-accounts.ts';
import { imports } from '#main/api/endpoints/imports.ts';
import { sshCertificates } from '#main/api/endpoints/ssh-certificates.ts';
import { pushRules } from '#main/api/endpoints/push-rules.ts';
import { ENTERPRISE_DOMAIN } from '../platform/seed/enterprise-users.ts';
import { must, type CaseContext, type Cases } from './undo-case.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBw0g8cm2sO0hGXv3pGTgMYQF5q1D4sVXzqk5b1YV8aX ca@test.example';
const external = 'external-secret-of-code-host';
const everyRule = {
  author_email_regex: '@acme\\.example$',
  branch_name_regex: '^(main|release/.+)$',
  commit_message_regex: '^[A-Z]',
  commit_message_negative_regex: 'WIP',
  file_name_regex: '\\.exe$',
  commit_committer_check: true,
  commit_committer_name_check: true,
  deny_delete_tag: true,
  member_check: true,
  prevent_secrets: true,
  reject_non_dco_commits: true,
  reject_unsigned_commits: true,
  max_file_size: 50,
};

const groupAccount = async ({ send, at }: CaseContext) =>
  (
    await send(groupServiceAccounts.create, {
      path: { id: at.group },
      body: { name: 'Robot', username: `robot-${randomUUID()}` },
    })
  ).id;
const instanceAccount = ({ world }: CaseContext) => must(world.serviceAccounts.of(null)[0]).id;
const enterpriseUser = ({ world, top }: CaseContext) =>
  must(
    world.enterpriseUsers
      .of(top)
      .find(
        ({ two_factor_enabled, id }) =>
          two_factor_enabled &&
          world.members.filter(({ user_id }) => user_id === id).every(({ access_level }) => access_level < 50),
      ),
  );
function makeRule({ world, send, at }: CaseContext, body: object) {
  world.pushRules.removeWhere(() => true);
  return send(pushRules.create, { path: { id: at.subgroup }, body });
}
const instanceRunner = ({ world }: CaseContext) =>
  must(world.runners.find(({ runner_type }) => runner_type === 'instance_type'));
const importOf = (at: CaseContext['at']) => ({
  ...{ personal_access_token: external, repo_id: 42, target_namespace: at.group, new_name: randomUUID() },
});

export const cases: Cases = {
  'service-accounts.create': () => ({
    op: 'service-accounts.create',
    path: {},
    body: { username: 'new-robot' },
  }),
  'service-accounts.edit': [
    (bench) => ({ op: 'service-accounts.edit', path: { id: instanceAccount(bench) }, body: { name: 'Renamed once' } }),
    (bench) => {
      const body = { name: 'Renamed', username: 'renamed-robot', email: 'renamed@robots.example' };
      return { op: 'service-accounts.edit', path: { id: instanceAccount(bench) }, body };
    },
    (bench) => {
      const body = { email: 'again@robots.example' };
      return { op: 'service-accounts.edit', path: { id: instanceAccount(bench) }, body };
    },
  ],
  'group-service-accounts.create': (bench) => ({
    op: 'group-service-accounts.create',
    path: { id: bench.at.group },
    body: { name: 'New', username: 'new-robot' },
  }),
  'group-service-accounts.edit': [
    async (bench) => {
      const path = { id: bench.at.group, user_id: await groupAccount(bench) };
      return { op: 'group-service-accounts.edit', path, body: { name: 'Renamed once' } };
    },
    async (bench) => {
      const path = { id: bench.at.group, user_id: await groupAccount(bench) };
      const body = { name: 'Renamed', username: 'renamed-robot', email: 'renamed@robots.example' };
      return { op: 'group-service-accounts.edit', path, body };
    },
    async (bench) => {
      bench.world.serviceAccounts.confirmsEmails = false;
      const path = { id: bench.at.group, user_id: await groupAccount(bench) };
      return { op: 'group-service-accounts.edit', path, body: { email: 'at-once@robots.example' } };
    },
  ],
  'group-service-accounts.remove': async (bench) => ({
    op: 'group-service-accounts.remove',
    path: { id: bench.at.group, user_id: await groupAccount(bench) },
  }),
  'group-service-accounts.createToken': async (bench) => ({
    op: 'group-service-accounts.createToken',
    path: { id: bench.at.group, user_id: await groupAccount(bench) },
    body: { name: 'For builds', scopes: ['read_api'] },
  }),
  'enterprise-users.edit': [
    (bench) => {
      const body = { name: 'Renamed', email: `renamed@${ENTERPRISE_DOMAIN}` };
      return { op: 'enterprise-users.edit', path: { id: bench.at.group, user_id: enterpriseUser(bench).id }, body };
    },
    (bench) => {
      const user = enterpriseUser(bench);
      bench.world.users.edit(user.id, { email: 'from@elsewhere.example' });
      const body = { name: 'Renamed', email: `renamed@${ENTERPRISE_DOMAIN}` };
      return { op: 'enterprise-users.edit', path: { id: bench.at.group, user_id: user.id }, body };
    },
  ],
  'enterprise-users.remove': (bench) => ({
    op: 'enterprise-users.remove',
    path: { id: bench.at.group, user_id: enterpriseUser(bench).id },
  }),
  'enterprise-users.disableTwoFactor': (bench) => ({
    op: 'enterprise-users.disableTwoFactor',
    path: { id: bench.at.group, user_id: enterpriseUser(bench).id },
  }),
  'ssh-certificates.create': ({ at }) => ({
    op: 'ssh-certificates.create',
    path: { id: at.group },
    body: { title: 'Laptops', key },
  }),
  'ssh-certificates.remove': async ({ send, at }) => {
    const { id } = await send(sshCertificates.create, { path: { id: at.group }, body: { title: 'Laptops', key } });
    return { op: 'ssh-certificates.remove', path: { id: at.group, certificate_id: id } };
  },
  'push-rules.create': (bench) => ({ op: 'push-rules.create', path: { id: bench.at.subgroup }, body: everyRule }),
  'push-rules.edit': [
    async (bench) => {
      await makeRule(bench, { prevent_secrets: true, file_name_regex: 'secret' });
      return { op: 'push-rules.edit', path: { id: bench.at.subgroup }, body: everyRule };
    },
    async (bench) => {
      await makeRule(bench, everyRule);
      const off = Object.fromEntries(
        Object.entries(everyRule).map(([name, value]) => [name, value === true ? false : null]),
      );
      return { op: 'push-rules.edit', path: { id: bench.at.subgroup }, body: off };
    },
  ],
  'push-rules.remove': async (bench) => {
    await makeRule(bench, { ...everyRule, member_check: false, author_email_regex: '' });
    return { op: 'push-rules.remove', path: { id: bench.at.subgroup } };
  },
  'members.create': ({ world, at, project }) => {
    const known = new Set(world.members.routes(project).map(({ member }) => member.user_id));
    const user = must(
      world.users.ordered('id').find(({ id, type, state }) => type === 'human' && state === 'active' && !known.has(id)),
    );
    return { op: 'members.create', path: { id: at.project }, body: { user_id: user.id, access_level: 30 } };
  },
  'runners.edit': [
    (bench) => {
      const runner = instanceRunner(bench);
      Object.assign(runner, {
        tag_list: ['linux'],
        run_untagged: true,
        locked: false,
        paused: false,
        maximum_timeout: null,
      });
      const body = {
        ...{ description: 'Renamed', active: false, tag_list: ['gpu', 'linux'], run_untagged: false, locked: true },
        ...{ access_level: 'ref_protected', maximum_timeout: 7200, maintenance_note: 'Being moved' },
      };
      return { op: 'runners.edit', path: { id: runner.id }, body };
    },
    (bench) => {
      const runner = instanceRunner(bench);
      Object.assign(runner, { tag_list: [], run_untagged: true });
      const body = { tag_list: ['gpu'], run_untagged: false };
      return { op: 'runners.edit', path: { id: runner.id }, body };
    },
    (bench) => ({ op: 'runners.edit', path: { id: instanceRunner(bench).id }, body: { locked: true } }),
    // The platform stores the tag without spaces
    (bench) => ({ op: 'runners.edit', path: { id: instanceRunner(bench).id }, body: { tag_list: [' arm '] } }),
  ],
  'runners.create': () => ({ op: 'runners.create', path: {}, body: { runner_type: 'instance_type' } }),
  'imports.fromCodehostA': ({ at }) => ({ op: 'imports.fromCodehostA', path: {}, body: importOf(at) }),
  'imports.cancel': async ({ send, at }) => {
    const { id } = await send(imports.fromCodehostA, { body: importOf(at) });
    return { op: 'imports.cancel', path: {}, body: { project_id: id } };
  },
  'imports.gists': () => ({ op: 'imports.gists', path: {}, body: { personal_access_token: external } }),
  'imports.fromCodehostBServer': ({ at }) => ({
    op: 'imports.fromCodehostBServer',
    path: {},
    body: {
      ...{ codehost_b_server_project: 'OPS', codehost_b_server_repo: 'tools', codehost_b_server_username: 'ada' },
      ...{
        codehost_b_server_url: 'https://code.example/b',
        personal_access_token: external,
        target_namespace: at.group,
        new_name: randomUUID(),
      },
    },
  }),
  'imports.fromCodehostB': ({ at }) => ({
    op: 'imports.fromCodehostB',
    path: {},
    body: {
      ...{ repo_path: 'acme/tools', target_namespace: at.group, new_name: randomUUID() },
      ...{ codehost_b_email: 'ada@code.example', codehost_b_api_token: external },
    },
  }),
};
