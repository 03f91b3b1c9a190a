import { testServer, json } from '../api/rig.ts';
import { commits } from '#main/api/endpoints/commits.ts';
import { uploads } from '#main/api/endpoints/uploads.ts';
import { webhooks } from '#main/api/endpoints/webhooks.ts';
import { expect } from 'vitest';
import { PROJECT_PATHS } from '../platform/seed/groups.ts';
import { must, type CaseContext, type Cases, type Prepare } from './undo-case.ts';

const file = { fileName: 'plan.txt', type: 'text/plain', base64: Buffer.from('The plan').toString('base64') };
const hostKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBw0g8cm2sO0hGXv3pGTgMYQF5q1D4sVXzqk5b1YV8aX';
const scopeOf = ({ world, project }: CaseContext) => world.jobTokenScopes.of(project);
const uploaded = ({ send, at }: CaseContext) =>
  send(uploads.create, {
    path: { id: at.project },
    body: {
      file: {
        fileName: 'plan.txt',
        sizeBytes: 8,
        async *open() {
          yield Buffer.from('The plan');
        },
      },
    },
  });
const mirrorWith = ({ world, project }: CaseContext, auth: string) =>
  must(
    world.remoteMirrors
      .of(project.id)
      .find(({ auth_method, host_keys }) => auth_method === auth && (auth === 'password' || host_keys.length > 0)),
  );
const settingOf = ({ world, project, top }: CaseContext, kind: 'group' | 'project') =>
  world.notificationSettings.of(1, { kind, id: kind === 'group' ? top.id : project.id });

/** Only a level; at a level where the platform returns events; and at one where it stores them without returning them. */
function notificationCases(op: string, kind: 'group' | 'project'): Prepare[] {
  const pathOf = ({ at }: CaseContext) => ({ id: kind === 'group' ? at.group : at.project });
  const body = { level: 'custom', new_note: false, new_issue: true };
  return [
    (bench) => ({ op, path: pathOf(bench), body: { level: 'mention' } }),
    (bench) => {
      const setting = settingOf(bench, kind);
      setting.level = 'custom';
      setting.events.set('new_note', true);
      return { op, path: pathOf(bench), body };
    },
    (bench) => {
      const setting = settingOf(bench, kind);
      setting.level = 'watch';
      setting.events.set('new_note', true);
      return { op, path: pathOf(bench), body };
    },
  ];
}

export const cases: Cases = {
  'job-token-scope.edit': (bench) => ({
    op: 'job-token-scope.edit',
    path: { id: bench.at.project },
    body: { enabled: !scopeOf(bench).isInboundEnabled },
  }),
  'job-token-scope.addProject': (bench) => {
    const target_project_id = must(bench.world.projects.lookup(PROJECT_PATHS.sub)).id;
    return { op: 'job-token-scope.addProject', path: { id: bench.at.project }, body: { target_project_id } };
  },
  'job-token-scope.removeProject': (bench) => {
    const target_project_id = must([...scopeOf(bench).projects][0]);
    return { op: 'job-token-scope.removeProject', path: { id: bench.at.project, target_project_id } };
  },
  'job-token-scope.addGroup': (bench) => {
    const body = { target_group_id: must(bench.world.groups.lookup('globex')).id };
    return { op: 'job-token-scope.addGroup', path: { id: bench.at.project }, body };
  },
  'job-token-scope.removeGroup': (bench) => {
    const target_group_id = must([...scopeOf(bench).groups][0]);
    return { op: 'job-token-scope.removeGroup', path: { id: bench.at.project, target_group_id } };
  },
  'webhooks.create': ({ at }) => ({
    op: 'webhooks.create',
    path: { id: at.project },
    body: { url: 'https://hooks.example/reeve', token: 'hook-token-secret', push_events: true },
  }),
  'webhooks.resend': async ({ send, at }) => {
    const receiver = await testServer((_, __, response) => json(response, {}));
    const path = { id: at.project };
    const { id: hook_id } = await send(webhooks.create, { path, body: { url: receiver.url, push_events: true } });
    await send(commits.create, { path, body: { branch: 'main', commit_message: 'x', allow_empty: true } });
    const events = () => send(webhooks.listEvents, { path: { ...path, hook_id } });
    await expect.poll(async () => (await events()).length).toBe(1);
    return { op: 'webhooks.resend', path: { ...path, hook_id, hook_event_id: must((await events())[0]).id } };
  },
  'remote-mirrors.create': (bench) => ({
    op: 'remote-mirrors.create',
    path: { id: bench.at.project },
    body: { url: 'https://me:pass-word-9@mirror.example/core.git', enabled: true },
  }),
  'remote-mirrors.edit': [
    (bench) => {
      const mirror = mirrorWith(bench, 'ssh_public_key');
      return {
        op: 'remote-mirrors.edit',
        path: { id: bench.at.project, mirror_id: mirror.id },
        body: { enabled: !mirror.enabled },
      };
    },
    (bench) => {
      const mirror = mirrorWith(bench, 'ssh_public_key');
      Object.assign(mirror, { only_protected_branches: false });
      const body = {
        ...{ enabled: false, auth_method: 'password', keep_divergent_refs: false },
        ...{ host_keys: [hostKey], mirror_branch_regex: '^main$' },
      };
      return { op: 'remote-mirrors.edit', path: { id: bench.at.project, mirror_id: mirror.id }, body };
    },
    (bench) => {
      const mirror = mirrorWith(bench, 'ssh_public_key');
      Object.assign(mirror, { only_protected_branches: true, mirror_branch_regex: null });
      const body = { only_protected_branches: false, mirror_branch_regex: '^main$' };
      return { op: 'remote-mirrors.edit', path: { id: bench.at.project, mirror_id: mirror.id }, body };
    },
    (bench) => {
      const { id: mirror_id } = mirrorWith(bench, 'password');
      const body = { mirror_branch_regex: '^main$' };
      return { op: 'remote-mirrors.edit', path: { id: bench.at.project, mirror_id }, body };
    },
  ],
  'remote-mirrors.sync': (bench) => ({
    op: 'remote-mirrors.sync',
    path: { id: bench.at.project, mirror_id: mirrorWith(bench, 'password').id },
  }),
  'remote-mirrors.remove': [
    (bench) => {
      const { id: mirror_id } = mirrorWith(bench, 'ssh_public_key');
      Object.assign(must(bench.world.remoteMirrors.get(mirror_id)), {
        only_protected_branches: false,
        mirror_branch_regex: '^main$',
      });
      return { op: 'remote-mirrors.remove', path: { id: bench.at.project, mirror_id } };
    },
    (bench) => ({
      op: 'remote-mirrors.remove',
      path: { id: bench.at.project, mirror_id: mirrorWith(bench, 'password').id },
    }),
  ],
  'notification-settings.edit': [
    () => ({ op: 'notification-settings.edit', path: {}, body: { level: 'mention' } }),
    () => ({
      op: 'notification-settings.edit',
      path: {},
      body: { level: 'watch', notification_email: 'me@else.example', new_note: true },
    }),
  ],
  'notification-settings.editOfGroup': notificationCases('notification-settings.editOfGroup', 'group'),
  'notification-settings.editOfProject': notificationCases('notification-settings.editOfProject', 'project'),
  'uploads.create': (bench) => ({ op: 'uploads.create', path: { id: bench.at.project }, body: { file } }),
  'uploads.remove': async (bench) => ({
    op: 'uploads.remove',
    path: { id: bench.at.project, upload_id: (await uploaded(bench)).id ?? 0 },
  }),
  'uploads.removeBySecret': async (bench) => {
    const [, secret = '', filename = ''] = /([0-9a-f]{32})\/([^/]+)$/.exec((await uploaded(bench)).url ?? '') ?? [];
    return { op: 'uploads.removeBySecret', path: { id: bench.at.project, secret, filename } };
  },
  'dependency-exports.createForProject': ({ at }) => ({
    op: 'dependency-exports.createForProject',
    path: { id: at.project },
    body: { export_type: 'dependency_list' },
  }),
  'dependency-exports.createForGroup': ({ at }) => ({
    op: 'dependency-exports.createForGroup',
    path: { id: at.group },
    body: { export_type: 'json_array' },
  }),
  'dependency-exports.createForPipeline': ({ world, project }) => {
    const { id } = must(world.pipelines.successful(project.id, 'main')[0]);
    return { op: 'dependency-exports.createForPipeline', path: { id }, body: { export_type: 'sbom' } };
  },
};
