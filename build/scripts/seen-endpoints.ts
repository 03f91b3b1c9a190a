import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { endpoints } from '../../test/platform/endpoints.ts';
import { seenFolder } from '../../test/helpers/seen-endpoints.ts';

/** Run after all tests: checks that the client has got a successful reply from every documented endpoint. */
const files = existsSync(seenFolder) ? readdirSync(seenFolder) : [];
const seen = new Set(files.flatMap((file) => readFileSync(join(seenFolder, file), 'utf8').split('\n')));
const missing = endpoints.map(({ method, path }) => `${method} ${path}`).filter((endpoint) => !seen.has(endpoint));
for (const endpoint of missing) process.stderr.write(`no test had a successful reply from ${endpoint}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
