import { parentPort } from 'node:worker_threads';
import { Failure } from '#shared/errors.ts';
import { serveReader } from './serve-reader.ts';

if (parentPort === null) throw new Failure('bug', 'the read worker runs as a thread only');
serveReader(parentPort);
