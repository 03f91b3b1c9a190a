import { ipcRenderer } from 'electron';

declare const window: { postMessage(message: string, origin: string, ports: readonly unknown[]): void };
declare const location: { origin: string };

// The page gets only the port, so this file is independent of the contract.
ipcRenderer.on('reeve:port', ({ ports }) => window.postMessage('reeve:port', location.origin, ports));
