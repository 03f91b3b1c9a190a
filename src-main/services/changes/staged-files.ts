import type { StagedFiles } from '#main/changes/staged/staged-files.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Instance } from '../instances/instance.ts';

/** The files that a person chose for writes to the instance that the window shows. */
export function stagedFileServices(open: () => Instance, staged: StagedFiles) {
  return {
    add: ({ key, part, isLast }) => staged.add(open().profile.id, key, part, isLast),
    drop: ({ key }) => {
      staged.drop(open().profile.id, key);
      return {};
    },
  } satisfies Services<ReeveContract>['stagedFiles'];
}
