import { parentPort } from 'node:worker_threads';
import { serve } from '#main/threads/rpc.ts';
import { Failure } from '#shared/errors.ts';
import { serveParser } from './serve-parser.ts';

if (parentPort === null) throw new Failure('bug', 'the parse worker runs as a thread only');
serve(parentPort, serveParser(), (thrown) => Failure.from(thrown));
