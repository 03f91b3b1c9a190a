import { isGitlab } from '../gitlab/dialect.ts';
import { seedGitlab } from '../gitlab/seed.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { seedCast } from './cast.ts';
import { seedCompanyGroups } from './company/groups.ts';
import { seedCompanyIssues } from './company/issues.ts';
import { seedPeople } from './company/people.ts';
import { seedReviews } from './company/reviews.ts';
import { settleDates } from './company/settle-dates.ts';
import { seedDependencies } from './dependencies.ts';
import { seedEnterpriseUsers } from './enterprise-users.ts';
import { seedReleases } from './group-releases.ts';
import { seedFleet } from './fleet.ts';
import { seedGroups } from './groups.ts';
import { seedIssues } from './issues.ts';
import { seedMergeRequests } from './merge-requests.ts';
import { seedNotes } from './notes.ts';
import { seedPlans } from './plans.ts';
import { seedCompanyRepositories, seedRepositories } from './repositories.ts';
import { seedSnippets } from './snippets.ts';
import type { Seeded } from './tokens.ts';
import { seedTokens } from './tokens.ts';
import { seedUploads } from './uploads.ts';
import { seedUsers } from './users.ts';
import { seedCompanyWikis, seedWikis } from './wikis.ts';
import { seedKeys } from './keys.ts';
import { seedMembers } from './members.ts';
import { seedRunners } from './runners.ts';
import { seedServiceAccounts } from './service-accounts.ts';
import { seedSshCertificates } from './ssh-certificates.ts';
import { seedJobTokenScope } from './job-token-scope.ts';
import { seedPipelines } from './pipelines.ts';
import { seedRemoteMirrors } from './remote-mirrors.ts';
import { seedWebhooks } from './webhooks.ts';

/** The input of the seed of one resource. Use only `world.random('<resource>')` for random numbers. */
export type Seed = (world: World, cast: Cast) => void;

/** Each resource after those that it depends on. */
const seeds: readonly Seed[] = [
  either(seedUsers, seedPeople),
  seedGroups,
  either(undefined, seedCompanyGroups),
  seedEnterpriseUsers,
  seedMembers,
  seedServiceAccounts,
  seedKeys,
  seedSshCertificates,
  seedRunners,
  either(seedRepositories, seedCompanyRepositories),
  seedPlans,
  either(seedIssues, seedCompanyIssues),
  seedMergeRequests,
  seedSnippets,
  seedNotes,
  either(seedWikis, seedCompanyWikis),
  seedUploads,
  seedReleases,
  seedDependencies,
  seedPipelines,
  seedJobTokenScope,
  seedWebhooks,
  seedRemoteMirrors,
  seedFleet,
  either(undefined, seedReviews),
  either(undefined, settleDates),
];

/** The first seed with `hostile`, otherwise the second one. */
function either(hostile: Seed | undefined, company: Seed): Seed {
  return (world, cast) => (world.settings.hostile ? hostile : company)?.(world, cast);
}

export function seed(world: World): Seeded {
  const cast = seedCast(world);
  for (const seedOne of seeds) seedOne(world, cast);
  if (isGitlab(world)) seedGitlab(world);
  return seedTokens(world, cast);
}
