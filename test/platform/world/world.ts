import type { Clock } from '../clock.ts';
import { createTimeline } from '../timeline.ts';
import type { Limits } from '../limits.ts';
import type { Random } from '../random.ts';
import type { SeededTime } from '../seeded-time.ts';
import type { Settings } from '../settings.ts';
import { createAwards } from './awards.ts';
import { createCdn } from './cdn.ts';
import { adoptOrphans } from './contributions.ts';
import { createDependencies } from './dependencies.ts';
import { createDependencyExports } from './dependency-exports.ts';
import { createDeployments } from './deployments.ts';
import { createEnterpriseUsers } from './enterprise-users.ts';
import { createEnvironments } from './environments.ts';
import { createEpics } from './epics.ts';
import { createGroups } from './groups.ts';
import { createIssues } from './issues.ts';
import { createIterations } from './iterations.ts';
import { createJobTokenScopes } from './job-token-scope.ts';
import { createJobs } from './jobs.ts';
import { createLabels } from './labels.ts';
import { createMembers } from './members.ts';
import { createMergeRequests } from './merge-requests.ts';
import { createMilestones } from './milestones.ts';
import { createNotes } from './notes.ts';
import { createNotificationSettings } from './notification-settings.ts';
import { createPipelines } from './pipelines.ts';
import { createProjects } from './projects.ts';
import { createProtectedBranches } from './protected-branches.ts';
import { createReleases } from './releases.ts';
import { createRemoteMirrors } from './remote-mirrors.ts';
import { createRepositories } from './repositories.ts';
import { createSnippets } from './snippets.ts';
import { createTable } from './table.ts';
import { createTokens } from './tokens.ts';
import type { JobToken } from './tokens.ts';
import { createUploads } from './uploads.ts';
import { createUsers } from './users.ts';
import { createWebhookSender } from './webhook-delivery.ts';
import { createWebhooks } from './webhooks.ts';
import { createWikis } from './wikis.ts';
import { createImports } from './imports.ts';
import { createKeys } from './keys.ts';
import { enforcePushRules } from './push-rule-checks.ts';
import { createPushRules } from './push-rules.ts';
import { createRunners } from './runners.ts';
import { createServiceAccounts } from './service-accounts.ts';
import { createSshCertificates } from './ssh-certificates.ts';

interface Surroundings {
  settings: Settings;
  clock: Clock;
  seeded: SeededTime;
  limits: Limits;
  /** An independent stream for each name. */
  random: (name: string) => Random;
}

/** The complete state of the platform. A new resource is one line in the returned object. */
export function createWorld({ settings, clock, seeded, limits, random }: Surroundings) {
  const users = createUsers(clock);
  const groups = createGroups();
  const projects = createProjects(groups, users);
  const issues = createIssues(projects);
  const repositories = createRepositories(projects, clock, settings);
  const mergeRequests = createMergeRequests(projects, repositories);
  const snippets = createSnippets(projects, users);
  const pipelines = createPipelines(projects);
  const jobs = createJobs(pipelines);
  const environments = createEnvironments(projects);
  const notes = createNotes({ Issue: issues, MergeRequest: mergeRequests, Snippet: snippets });
  adoptOrphans({ users, issues, mergeRequests, notes, snippets });
  const dependencies = createDependencies(projects);
  const pushRules = createPushRules(groups, projects);
  enforcePushRules({ pushRules, repositories, users });
  return {
    settings,
    clock,
    seeded,
    limits,
    random,
    timeline: createTimeline(clock),
    /** The address of the platform, for `web_url` and similar fields. Set when it listens. */
    url: '',
    users,
    groups,
    projects,
    members: createMembers({ users, groups, projects, clock }),
    enterpriseUsers: createEnterpriseUsers(users, groups),
    serviceAccounts: createServiceAccounts(users, groups),
    keys: createKeys(users, projects),
    sshCertificates: createSshCertificates(groups),
    pushRules,
    runners: createRunners({ groups, projects, pipelines, jobs, clock }),
    imports: createImports(projects, users, clock, settings),
    tokens: createTokens(users, clock),
    jobTokens: createTable<JobToken>(),
    jobTokenScopes: createJobTokenScopes(projects, groups, () => settings.enforceJobTokenAllowlist),
    protectedBranches: createProtectedBranches(projects),
    repositories,
    labels: createLabels(groups, projects),
    milestones: createMilestones(groups, projects),
    iterations: createIterations(groups),
    epics: createEpics(groups),
    issues,
    mergeRequests,
    snippets,
    notes,
    awards: createAwards(users),
    wikis: createWikis(projects, clock),
    uploads: createUploads(projects),
    releases: createReleases(projects),
    dependencies,
    dependencyExports: createDependencyExports({ users, groups, projects, dependencies, settings, clock }),
    pipelines,
    jobs,
    environments,
    deployments: createDeployments(environments, jobs),
    cdn: createCdn(clock),
    webhooks: createWebhooks(projects, clock),
    webhookSender: createWebhookSender(),
    remoteMirrors: createRemoteMirrors(projects, clock, settings),
    notificationSettings: createNotificationSettings(users, groups, projects),
  };
}

export type World = ReturnType<typeof createWorld>;
