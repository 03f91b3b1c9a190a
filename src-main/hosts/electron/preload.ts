import { ipcRenderer } from 'electron';

declare const window: { postMessage(message: string, origin: string, ports: readonly unknown[]): void };
declare const location: { origin: string };

// The page gets the port and nothing else, so this file never changes when the contract does.
ipcRenderer.on('reeve:port', ({ ports }) => window.postMessage('reeve:port', location.origin, ports));
