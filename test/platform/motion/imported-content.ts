import { createHistory } from '../seed/history.ts';
import type { Planned } from '../world/git/planned-repository.ts';
import type { Import } from '../world/imports.ts';
import type { World } from '../world/world.ts';

const AUTHORS = [
  { name: 'Robin Vance', email: 'robin@codehost.example' },
  { name: 'Ines Ferreira', email: 'ines@codehost.example' },
];
const MESSAGES = [
  'Begin',
  'Add the parser',
  'Read the settings from a file',
  'Close the socket at the end',
  'Report invalid settings with their line',
  'Use the time zone of the customer',
  'Add tests for empty files',
  'Drop the old settings file',
  'Print the version',
  'Retry after a timeout',
  'Describe the settings',
  'Sort the output by date',
];
const DAY_MS = 86_400_000;

/** Imported repositories get some commits halfway, and the others with a second branch when the import has finished. */
export function connectImports(world: World): void {
  world.imports.onAdd((row) => {
    const { waits_ms, ends_after_ms, created_at } = row;
    const show = (isComplete: boolean) => () => {
      const project = world.projects.get(row.project_id);
      const status = world.imports.status(row);
      if (project === undefined || status === 'canceled' || (isComplete && status !== 'finished')) return;
      world.repositories.replace(project, contentOf(row, isComplete));
    };
    if (row.background !== 'fails') world.timeline.at(created_at + (waits_ms + ends_after_ms) / 2, show(false));
    if (row.background === 'finishes') world.timeline.at(created_at + ends_after_ms, show(true));
  });
}

/** The history of the repository at the other service, or its first half. */
function contentOf({ id, import_source, created_at }: Import, isComplete: boolean): Planned {
  const history = createHistory('main');
  const startedAtMs = Math.floor(created_at / DAY_MS) * DAY_MS - 90 * DAY_MS;
  const count = isComplete ? 8 + (id % 5) : 4;
  for (let i = 0; i < count; i += 1) {
    history.commit('main', {
      author: AUTHORS[i % AUTHORS.length] ?? { name: '', email: '' },
      atMs: startedAtMs + i * 5 * DAY_MS,
      message: `${MESSAGES[i] ?? `Change ${i}`}\n`,
      put: { 'README.md': `# ${import_source}\n`, [`src/part-${i}.ts`]: `export const part = ${i};\n` },
    });
  }
  if (isComplete) {
    history.fork('develop', 'main');
    history.tag('v1.0.0', 'main');
  }
  return history.planned();
}
