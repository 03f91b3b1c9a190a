import type { CollectionName } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { JobInput } from '#shared/contract/job.ts';
import type { LinkServices } from '#shared/contract/kit.ts';
import { accessTokens } from './access-tokens/access-tokens.ts';
import type { AppContext } from './app-context.ts';
import { branches } from './branches.ts';
import { deployments } from './deployments/deployments.ts';
import type { Instance } from './instances/instance.ts';
import { keys } from './keys/keys.ts';
import { lists, type ListPorts } from './lists/lists.ts';
import { notificationSettings } from './notification-settings.ts';
import { pushRules } from './push-rules/push-rules.ts';
import type { MirrorMonitor } from './remote-mirrors/mirror-monitor.ts';
import { remoteMirrors } from './remote-mirrors/remote-mirrors.ts';
import { runnerJobs } from './runners/runner-jobs.ts';
import { runners } from './runners/runners.ts';
import { sshCertificates } from './ssh-certificates.ts';
import { uploads } from './uploads.ts';
import type { WebhookWatching } from './webhooks/webhook-watching.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { wikis } from './wikis.ts';

interface Needs extends ListPorts, Pick<AppContext, 'downloads' | 'texts' | 'jobs' | 'watches'> {
  open: () => Instance;
  mirrors: MirrorMonitor;
  webhooks: WebhookWatching;
}

/**
 * The services of all collections: the verbs that every list has, and the verbs that single collections declare. A
 * collection whose declaration has no `verbs` is not named here; one whose verbs are missing does not compile.
 */
export function collectionServices({ open, mirrors, texts, downloads, ...ports }: Needs) {
  const start = (kind: string, input: JobInput) => ports.jobs.start(kind, open().profile.id, input);
  const { clock } = ports;
  const listed = lists(open, ports);
  return {
    ...listed,
    accessTokens: { ...listed.accessTokens, ...accessTokens(open, ports) },
    branches: { ...listed.branches, ...branches(open) },
    deployments: { ...listed.deployments, ...deployments(open, clock) },
    keys: { ...listed.keys, ...keys({ open, clock, copy: listed.keys.copy, texts, start }) },
    notificationSettings: notificationSettings(open, ports),
    pushRules: pushRules(open, ports),
    remoteMirrors: { ...listed.remoteMirrors, ...remoteMirrors(open, mirrors, texts) },
    runners: { ...listed.runners, ...runners(open, clock), ...runnerJobs(open, clock) },
    sshCertificates: { ...listed.sshCertificates, ...sshCertificates(open, texts) },
    uploads: { ...listed.uploads, ...uploads(open, ports.fileExports, downloads) },
    webhooks: { ...listed.webhooks, ...webhooks(open, ports.webhooks, ports) },
    wikis: { ...listed.wikis, ...wikis(open, clock, ports.fileExports) },
  } satisfies Pick<LinkServices<ReeveContract>, CollectionName>;
}
