import type { Forms } from './form-list.ts';

const page = (name: string, ...files: readonly string[]) => files.map((file) => `pages/${name}/${file}`);

export const forms: Forms = {
  'service-accounts.create': { files: page('service-accounts', 'account-form.ts') },
  'service-accounts.edit': { files: page('service-accounts', 'account-form.ts') },
  'group-service-accounts.create': { files: page('service-accounts', 'account-form.ts') },
  'group-service-accounts.edit': { files: page('service-accounts', 'account-form.ts') },
  'group-service-accounts.remove': { files: page('service-accounts', 'account-actions.ts', 'account-writes.ts') },
  'group-service-accounts.createToken': { files: page('access-tokens', 'token-form.ts') },
  'enterprise-users.edit': { files: page('enterprise-users', 'edit-user.ts') },
  'enterprise-users.remove': { files: page('enterprise-users', 'user-actions.ts') },
  'enterprise-users.disableTwoFactor': { files: page('enterprise-users', 'user-actions.ts') },
  'ssh-certificates.create': { files: page('ssh-certificates', 'add-certificate.ts') },
  'ssh-certificates.remove': { files: page('ssh-certificates', 'SshCertificatesPage.svelte') },
  'push-rules.create': { files: page('push-rules', 'fields.ts', 'writes.ts') },
  'push-rules.edit': { files: page('push-rules', 'fields.ts', 'writes.ts') },
  'push-rules.remove': { files: page('push-rules', 'writes.ts') },
  'members.create': { files: page('members', 'add-members.ts') },
  'runners.create': { files: page('runners', 'edit/register-runner.ts', 'edit/register-fields.ts') },
  'runners.edit': {
    files: page(
      'runners',
      'edit/edit-fields.ts',
      'edit/edit-runner.ts',
      'edit/edit-runners.ts',
      'fleet/runner-actions.ts',
    ),
    without: { active: 'deprecated (document 1:251): `paused` has the same meaning' },
  },
};
