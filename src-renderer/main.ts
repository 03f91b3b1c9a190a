import './app/jitless.ts';
import { connect } from './link/connect.ts';

// Everything that makes schemas comes later than `jitless`, whatever the bundler puts into which file. The port of the
// preload may come at any time, so `connect` listens from the start.
const { start } = await import('./app/start.ts');
start(connect);
