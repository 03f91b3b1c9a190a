import type { CollectionName } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import type { LinkServices } from '#shared/contract/kit.ts';
import { accessTokens } from './access-tokens/access-tokens.ts';
import { branches } from './branches.ts';
import { deployments } from './deployments/deployments.ts';
import type { Downloads } from './exports/downloads.ts';
import type { Instance } from './instances/instance.ts';
import { keys } from './keys/keys.ts';
import { lists, type ListPorts } from './lists/lists.ts';
import { notificationSettings } from './notification-settings.ts';
import type { TextParser } from './text-parser.ts';
import { pushRules } from './push-rules/push-rules.ts';
import { remoteMirrors, type MirrorNeeds } from './remote-mirrors/remote-mirrors.ts';
import { runnerJobs } from './runners/runner-jobs.ts';
import { runners } from './runners/runners.ts';
import { sshCertificates } from './ssh-certificates.ts';
import { uploads } from './uploads.ts';
import { webhooks, type WebhookNeeds } from './webhooks/webhooks.ts';
import { wikis } from './wikis.ts';

interface Needs extends ListPorts {
  open: () => Instance;
  downloads: Downloads;
  mirrors: MirrorNeeds;
  texts: TextParser;
  /** Start a job of the open instance. */
  start: (kind: string, input: JobInput) => Job;
  webhooks: WebhookNeeds;
}

/**
 * The services of all collections: the verbs that every list has, and the verbs that single collections declare. A
 * collection whose declaration has no `verbs` is not named here; one whose verbs are missing does not compile.
 */
export function collectionServices({ open, start, mirrors, texts, downloads, ...ports }: Needs) {
  const { clock, archive } = ports;
  const listed = lists(open, ports);
  return {
    ...listed,
    accessTokens: { ...listed.accessTokens, ...accessTokens({ open, archive, clock }) },
    branches: { ...listed.branches, ...branches(open) },
    deployments: { ...listed.deployments, ...deployments(open, clock) },
    keys: { ...listed.keys, ...keys({ open, clock, copy: listed.keys.copy, texts, start }) },
    notificationSettings: notificationSettings(open, ports),
    pushRules: pushRules(open, ports),
    remoteMirrors: { ...listed.remoteMirrors, ...remoteMirrors(open, mirrors, texts) },
    runners: { ...listed.runners, ...runners(open, clock), ...runnerJobs(open, clock) },
    sshCertificates: { ...listed.sshCertificates, ...sshCertificates(open, texts) },
    uploads: { ...listed.uploads, ...uploads(open, ports.fileExports, downloads) },
    webhooks: { ...listed.webhooks, ...webhooks(open, ports.webhooks, clock) },
    wikis: { ...listed.wikis, ...wikis(open, clock, ports.fileExports) },
  } satisfies Pick<LinkServices<ReeveContract>, CollectionName>;
}
