import { artifacts as api } from '#main/api/endpoints/artifacts.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { addressOf } from '../operation-kit/resources.ts';
import { orNull, type Reading } from '../operation-kit/read-resource.ts';
import { goneProbe, nameIn } from '../operation-kit/probes.ts';

const label = (_: unknown, { path }: Write) => words.job(path['job_id']);

export const artifacts: OperationsOf<typeof api> = {
  'artifacts.keep': { label },
  'artifacts.remove': { read, reads: 1, probe: goneProbe(read), destroys: true, label },
  'artifacts.removeAll': {
    things: (write) => [addressOf(write, 'jobs')],
    destroys: true,
    label: (_, { path }) => nameIn(path, 'id') ?? words.unnamed.allArtifacts,
  },
};

/** What lies at the top of the archive, at most a page of it. */
async function read({ path }: Write, { send, signal }: Reading) {
  const at = { id: path['id'] ?? '', job_id: path['job_id'] ?? '' };
  const rows = await orNull(send(api.tree, { path: at, query: { per_page: 100 } }, signal));
  return rows === null ? null : { files: rows.map((row) => row.path) };
}
