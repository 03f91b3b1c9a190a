import { DAY_MS } from '../clock.ts';
import type { Artifacts } from '../world/jobs.ts';

const RELEASE_BYTES = 96 * 1024;

let release: Buffer | undefined;

/** Bytes that hardly compress, the same in every archive. */
function releaseBytes() {
  if (release !== undefined) return release;
  release = Buffer.alloc(RELEASE_BYTES);
  let state = 1;
  for (let at = 0; at < release.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    release[at] = state >>> 24;
  }
  return release;
}

type Files = Record<string, string | Buffer>;

const script = "document.title = 'Ready';\n".repeat(40);
/** Most files are the same in all jobs and platforms of a process. */
const encoded = new Map<string, Buffer>();

function bytesOf(content: string): Buffer {
  const known = encoded.get(content);
  if (known !== undefined) return known;
  const bytes = Buffer.from(content);
  encoded.set(content, bytes);
  return bytes;
}

const site = (sha: string): Files => ({
  'build.json': `${JSON.stringify({ commit: sha, ok: true })}\n`,
  'dist/index.html': '<!doctype html>\n<title>Ready</title>\n<script src="assets/app.js"></script>\n',
  'dist/assets/app.js': script,
  'dist/assets/app.css': 'body { margin: 0 }\n',
  'dist/docs/Änderungen 2026.txt': 'Schneller.\n',
  'dist/empty.txt': '',
  'bin/serve': '#!/bin/sh\nexec httpd -f dist\n',
});

const reports = (): Files => ({
  'coverage/summary.json': '{ "lines": 91.4 }\n',
  'reports/junit.xml': '<?xml version="1.0"?>\n<testsuite name="all" tests="2" failures="0"/>\n',
});

const packages = (sha: string): Files => ({
  'checksums.txt': `${sha}  release/app.bin\n`,
  'release/app.bin': releaseBytes(),
  'release/notes/README.md': '# Release\n',
});

/** The artifacts of a job with this name; undefined: none. */
export function artifactsFor(name: string, sha: string, finishedAt: number): Artifacts | null {
  const make = (files: Files, isRemote: boolean, days: number | null): Artifacts => ({
    files: new Map(
      Object.entries(files).map(([path, content]) => [
        path,
        {
          content: typeof content === 'string' ? bytesOf(content) : content,
          mode: path.startsWith('bin/') ? '100755' : '100644',
        },
      ]),
    ),
    isRemote,
    hasMetadata: true,
    expire_at: days === null ? null : finishedAt + days * DAY_MS,
  });
  switch (name) {
    case 'build':
      return make(site(sha), false, null);
    case 'deploy-staging':
      return make(site(sha), false, 3650);
    case 'test':
      return make(reports(), false, 7);
    case 'package':
    case 'deploy-review':
      return make(packages(sha), true, 3650);
    case 'deploy-nightly':
      return make({ ...site(sha), 'nightly.txt': `${sha}\n` }, false, null);
    case 'bundle':
      return make({ 'bundle/child.txt': 'From a child pipeline.\n' }, false, null);
    default:
      return null;
  }
}
