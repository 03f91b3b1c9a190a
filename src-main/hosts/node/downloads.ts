import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Exports } from '#main/ports.ts';
import { minutes } from '#shared/time.ts';
import { pageHeaders } from '#main/hosts/page.ts';

/** A file that is not downloaded within this time is deleted. A failed attempt starts the time again. */
const keptMs = minutes(10);
const addressPath = '/download/';

export interface Downloads {
  exports: Exports;
  /** Send the file of this URL path, and delete it when it was sent completely. False: there is no such file. */
  serve: (pathname: string, response: ServerResponse) => Promise<boolean>;
  /** Delete the files that were not downloaded. */
  close(): void;
}

/**
 * Exports as browser downloads. Each file is kept in its own folder below `folder`, which only this user can read,
 * until it was sent completely from its address. Files of an earlier run are deleted.
 */
export function createDownloads(folder: string, afterMs = keptMs): Downloads {
  const root = join(folder, 'downloads');
  const waiting = new Map<string, { path: string; timer: NodeJS.Timeout }>();
  let isInUse = false;

  function remove(path: string): void {
    rmSync(path, { force: true });
    try {
      rmdirSync(dirname(path));
    } catch {
      // The folder has another file of the export, or was deleted during the download
    }
  }
  function deleteFolder(): void {
    rmSync(root, { recursive: true, force: true });
    isInUse = true;
  }
  function offer(path: string): { name: string; address: string } {
    const token = randomBytes(32).toString('base64url');
    waiting.set(token, { path, timer: timerOf(token) });
    return { name: basename(path), address: addressPath + token };
  }
  function timerOf(token: string): NodeJS.Timeout {
    return setTimeout(() => drop(token), afterMs).unref();
  }
  function drop(token: string): void {
    const one = waiting.get(token);
    if (one === undefined) return;
    waiting.delete(token);
    clearTimeout(one.timer);
    remove(one.path);
  }

  return {
    exports: {
      place: async (name) => {
        // Not earlier, because the data folder is locked only after the start
        if (!isInUse) deleteFolder();
        const own = join(root, randomBytes(16).toString('base64url'));
        mkdirSync(own, { recursive: true, mode: 0o700 });
        return join(own, name);
      },
      finish: async (paths) => paths.map(offer),
    },
    serve: async (pathname, response) => {
      if (!pathname.startsWith(addressPath)) return false;
      const token = pathname.slice(addressPath.length);
      const one = waiting.get(token);
      if (one === undefined) return false;
      clearTimeout(one.timer);
      try {
        response.writeHead(200, {
          ...pageHeaders,
          'content-type': 'application/octet-stream',
          'content-length': statSync(one.path).size,
          'content-disposition': attachment(basename(one.path)),
          'cache-control': 'no-store',
        });
        await pipeline(createReadStream(one.path), response);
        drop(token);
      } catch {
        response.destroy();
        one.timer = timerOf(token);
      }
      return true;
    },
    close: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      if (isInUse) deleteFolder();
    },
  };
}

/**
 * The header `Content-Disposition` of a download with this name (RFC 6266). Browsers use `filename*`; `filename` is for
 * other programs and has `_` for each character that is not printable ASCII or that a program may decode.
 */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|%/gu, '_').replaceAll(/["\\]/g, '\\$&');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
