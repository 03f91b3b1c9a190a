import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Preferences } from '#shared/contract/host.ts';
import type { Wire } from '#shared/link/wire.ts';
import { startPageServer } from '#main/hosts/node/page-server.ts';
import { createDownloads } from '#main/hosts/node/downloads.ts';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The page server of the node host with an empty folder, and exports as downloads. */
export async function rig({ theme = 'system', link }: { theme?: Preferences['theme']; link?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-door-'));
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html><html lang="en"><title>Reeve</title></html>');
  writeFileSync(join(page, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  const wires: Wire[] = [];
  /** The profile in the address of each window. */
  const shown: (string | null)[] = [];
  const preferences = { theme, density: 'compact' as const };
  const downloads = createDownloads(folder);
  const server = await startPageServer({
    port: 0,
    page,
    link,
    preferences: () => preferences,
    download: downloads.serve,
    onWire: (wire, profileId) => {
      wires.push(wire);
      shown.push(profileId);
    },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const { port, host, pathname, search } = new URL(server.url);

  /** Send a request with exactly this path and these headers. */
  function ask(path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      });
      request.on('error', reject);
      request.end();
    });
  }
  const startPath = `${pathname}${search}`;
  /** Open the start address; returns the cookie and the key for the browser. */
  async function begin(): Promise<{ cookie: string; key: string }> {
    const { headers } = await ask(startPath);
    const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
    return { cookie, key: /#key=(.+)$/.exec(headers.location ?? '')?.[1] ?? '' };
  }
  const enter = async () => (await begin()).cookie;
  return { ask, begin, enter, downloads, folder, startPath, wires, shown, port, host, page };
}
