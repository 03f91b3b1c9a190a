import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { notesOf } from './changelog.ts';
import { manifestOf } from './tools.ts';

/** Prints the notes of a release: `node build/package/release-notes.ts [VERSION]`. Default: the version in package.json. */
const project = join(import.meta.dirname, '..', '..');
const [version = manifestOf(project).version] = process.argv.slice(2);
try {
  process.stdout.write(notesOf(version, readFileSync(join(project, 'CHANGELOG.md'), 'utf8')));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
