import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { createCore, type Core } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { Log } from '#main/ports.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { contract } from '#shared/contract/index.ts';
import { membersOf } from '#shared/contract/kit.ts';
import { createClient } from '#shared/link/client.ts';
import { readMessage } from '#shared/link/messages.ts';
import { fakePorts, type FakePorts } from '../../helpers/fake-ports.ts';
import { profile, temporaryFolder } from '../../helpers/rig.ts';
import { wireOf, type ReeveClient } from '../../helpers/window.ts';

/** A secret to plant. `where` shows in a failure where it was planted. */
export const plantedSecret = (where: string): string => `seeded-${where}-7f3a9c`;

export interface SecretsRig {
  client: ReeveClient;
  ports: Omit<FakePorts, 'clock'>;
  /** Messages from the core to the window, except replies of `secrets.reveal`. */
  messages: string[];
  /** Lines of the log. */
  logLines: string[];
  core: Core;
  restart: () => Promise<ReeveClient>;
  /**
   * All places where a planted secret, or one of `others`, is found: messages to the window, log, notifications, the
   * bytes of every file, and every row of the decrypted databases. Closes the core.
   */
  search: (others?: readonly string[]) => Promise<string[]>;
}

/** A core whose messages, log lines and notifications are recorded. */
export async function secretsRig(url: string, token: string): Promise<SecretsRig> {
  const folder = temporaryFolder();
  const messages: string[] = [];
  const logLines: string[] = [];
  const line = (event: string, fields?: Record<string, unknown>) => void logLines.push(JSON.stringify([event, fields]));
  const log: Log = { info: line, warn: line, error: line };
  const ports = { ...fakePorts(folder, { log }), clock: systemClock };
  const core = await createCore(ports);
  const it: SecretsRig = { client: listening(core, messages), ports, messages, logLines, core, restart, search };
  onTestFinished(() => it.core.close());
  await it.client.profiles.add({ ...profile, url, token });
  return it;

  async function restart(): Promise<ReeveClient> {
    await it.core.close();
    it.core = await createCore(ports);
    return (it.client = listening(it.core, messages));
  }
  async function search(others: readonly string[] = []): Promise<string[]> {
    await it.core.close();
    const secretSpellings = spellings(others);
    const key = [...ports.secrets.entries].find(([name]) => name.startsWith('database-key:'))?.[1] ?? '';
    const files = [ports.paths.data, ports.downloads, ports.paths.temporary].flatMap(filesBelow);
    const databases = files.filter((file) => file.endsWith('.db'));
    if (!databases.some((file) => file.endsWith('state.db'))) throw new Error('there is no state.db to search');
    const texts: [string, string][] = [
      ...messages.map((text): [string, string] => [`window: ${text.slice(0, 160)}`, text]),
      ...logLines.map((text): [string, string] => [`log: ${text}`, text]),
      ...[...ports.notified, ...ports.shown, ...ports.opened].map((one): [string, string] => [
        'desktop',
        JSON.stringify(one),
      ]),
      ...files.map((file): [string, string] => [`file: ${file}`, readFileSync(file, 'latin1')]),
      ...databases.flatMap((file) => textsOf(file, key)),
    ];
    return texts.flatMap(([where, text]) => foundIn(text, secretSpellings).map((what) => `${what} in ${where}`));
  }
}

/** A window that records all messages. */
function listening(core: Core, messages: string[]): ReeveClient {
  const { port1, port2 } = new MessageChannel();
  core.attach(wireOf(port1));
  const wire = wireOf(port2);
  const revealCalls = new Set<number>();
  return createClient(membersOf(contract), {
    ...wire,
    send(text) {
      const message = readMessage(text);
      if (message?.t === 'call' && message.section === 'secrets' && message.verb === 'reveal')
        revealCalls.add(message.id);
      wire.send(text);
    },
    onText: (listener) =>
      wire.onText((text) => {
        const message = readMessage(text);
        const isReveal = message?.t === 'ok' && revealCalls.delete(message.id);
        if (!isReveal) messages.push(text);
        listener(text);
      }),
  });
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every row of every table, including those of the search index. */
function textsOf(file: string, key: string): [string, string][] {
  const db = openDatabase(file, key);
  try {
    const tables = db.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    return tables.flatMap((table) =>
      db
        .prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`)
        .all()
        .map((row): [string, string] => [
          `${file.split('/').at(-1)}, ${table}: ${textOf(row).slice(0, 300)}`,
          textOf(row),
        ]),
    );
  } finally {
    db.close();
  }
}

function textOf(row: Record<string, unknown>): string {
  const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('latin1') : value);
  return JSON.stringify(Object.values(row).map(plain));
}

/** The secrets as plain text, URL-encoded, in JSON and in Base64; in lower case, like the text of a search index. */
function spellings(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').slice(0, -4),
  ]);
  return all.map((text) => text.toLowerCase());
}

function foundIn(text: string, secretSpellings: readonly string[]): string[] {
  const low = text.toLowerCase();
  const planted = low.match(/seeded-[a-z0-9-]+/g) ?? [];
  // `seeded` in Base64 with each of the three possible alignments
  const encoded = /c2VlZGVk|NlZWRlZ|zZWVkZW/.exec(text) ?? [];
  return [...new Set([...planted, ...encoded, ...secretSpellings.filter((one) => low.includes(one))])];
}
