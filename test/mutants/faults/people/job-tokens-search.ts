import type { Mutant } from '../../mutant.ts';

const summary = 'src-main/services/job-token-scope/reach-summary.test.ts';
const scopes = 'test/core/resources/job-token-scope.test.ts';
const page = 'test/component/job-tokens/job-tokens-page.test.ts';
const recognize = 'test/core/search/recognize.test.ts';

/** The job tokens of all projects, and what a typed text means. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'An entry for a project that no longer exists is counted as one that can reach the project.',
    file: 'src-main/services/job-token-scope/reach-summary.ts',
    text: 'own.allows += Number(isCounted(other));',
    replacement: 'own.allows += Number(hasId(other));',
    noticedBy: [
      `${summary} › the summary of a project equals the figures on its tab (seed 1)`,
      `${scopes} › entries that no longer exist, and entries for all projects of the company, are counted`,
    ],
  },
  {
    fault: 'Entries of a list that was never synced are 0, not unknown.',
    file: 'src-main/services/job-token-scope/reach-summary.ts',
    text: 'lists.every(({ syncedAt }) => syncedAt !== null) ? entries.length : null',
    replacement: 'lists.length > 0 ? entries.length : null',
    noticedBy: [
      `${summary} › a number whose list was never synced is unknown, not 0`,
      `${scopes} › all known projects are summarized with the numbers of their own pages, without a request`,
    ],
  },
  {
    fault: 'A project whose allowlist was never synced can be reached by 0 projects, which is not known.',
    file: 'src-main/services/job-token-scope/reach-summary.ts',
    text: 'into: syncedAt === null || inbound === false ? null : allows',
    replacement: 'into: inbound === false ? null : allows',
    noticedBy: [
      `${summary} › a number whose list was never synced is unknown, not 0`,
      `${scopes} › a refused sync is named in the summary of all projects, and counts as unknown`,
    ],
  },
  {
    fault: 'A web address of another instance leads to the issue with the same path and number.',
    file: 'src-main/services/search/recognize.ts',
    text: 'parseAddress(typed, url)',
    replacement: 'parseAddress(typed, URL.canParse(typed) ? new URL(typed).origin : url)',
    noticedBy: [
      `${recognize} › the address of an unknown place leads to its page, and that of another host is explained`,
    ],
  },
  {
    fault: 'An issue of another project with the same number comes before that of the chosen project.',
    file: 'src-main/services/search/recognize.ts',
    text: 'return [own, ...found.filter((hit) => hit !== own)];',
    replacement: 'return found.length > 0 ? found : [own];',
    noticedBy: [`${recognize} › a number that the chosen project does not have in the cache leads to its page`],
  },
  {
    fault: 'A deleted project is listed as open to every job token.',
    file: 'src-renderer/pages/job-tokens/columns.ts',
    text: 'inbound === false && !isMissing',
    replacement: 'inbound === false',
    noticedBy: [`${page} › a deleted project is not open to every job token`],
  },
];
