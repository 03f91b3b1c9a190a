import './app/jitless.ts';
import { connectAhead } from './link/connect.ts';

// The wire opens while the rest is on its way; the port of Electron's preload may come at any time.
const connect = connectAhead();
// Everything that makes schemas comes later than `jitless`, whatever the bundler puts into which file.
const { start } = await import('./app/start.ts');
start(connect);
