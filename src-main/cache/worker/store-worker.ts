import { parentPort } from 'node:worker_threads';
import { Failure } from '#shared/errors.ts';
import { serveStore } from './serve-store.ts';

if (parentPort === null) throw new Failure('bug', 'the store worker runs as a thread only');
serveStore(parentPort);
