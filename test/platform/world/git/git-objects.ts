import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const compress = promisify(deflate);

/** A git object, identified by the hash of its content. */
export interface GitObject {
  id: string;
  type: 'blob' | 'tree' | 'commit' | 'tag';
  bytes: Buffer;
}

export const MODE = { file: '100644', executable: '100755', link: '120000', submodule: '160000' } as const;

/** The entry at a path. */
export interface Entry {
  mode: string;
  /** SHA of a blob or, for a submodule, of a commit in another repository. */
  id: string;
}

/** Every file of a tree by its path; directories are implied. */
export type Files = ReadonlyMap<string, Entry>;

/** Author or committer, and time. */
export interface Signature {
  name: string;
  email: string;
  /** Whole seconds, in milliseconds. */
  atMs: number;
}

export const NO_COMMIT = '0'.repeat(40);

function objectOf(type: GitObject['type'], bytes: Buffer): GitObject {
  const id = createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
  return { id, type, bytes };
}

export const blobObject = (content: Buffer) => objectOf('blob', content);

/** The trees of these files, the root last. */
export function treeObjects(files: Files): GitObject[] {
  const root: Folder = new Map();
  for (const [path, entry] of files) {
    const steps = path.split('/');
    const name = steps.pop() ?? '';
    let folder = root;
    for (const step of steps) {
      let next = folder.get(step);
      if (!(next instanceof Map)) folder.set(step, (next = new Map()));
      folder = next;
    }
    folder.set(name, entry);
  }
  const objects: GitObject[] = [];
  writeTree(root, objects);
  return objects;
}

type Folder = Map<string, Folder | Entry>;

function writeTree(folder: Folder, objects: GitObject[]): string {
  const rows = [...folder].map(([name, item]) => {
    const isFolder = item instanceof Map;
    const { mode, id } = isFolder ? { mode: '40000', id: writeTree(item, objects) } : item;
    // Git sorts a directory as if its name ended with a slash.
    return {
      key: Buffer.from(isFolder ? `${name}/` : name),
      row: Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
    };
  });
  rows.sort((a, b) => Buffer.compare(a.key, b.key));
  const tree = objectOf('tree', Buffer.concat(rows.map(({ row }) => row)));
  objects.push(tree);
  return tree.id;
}

interface NewCommit {
  tree: string;
  parents: readonly string[];
  author: Signature;
  committer: Signature;
  message: string;
}

export function commitObject({ tree, parents, author, committer, message }: NewCommit): GitObject {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(author)}`,
    `committer ${signatureLine(committer)}`,
  ];
  return objectOf('commit', Buffer.from(`${lines.join('\n')}\n\n${message}`));
}

/** An annotated tag of a commit. */
export function tagObject(name: string, commit: string, tagger: Signature, message: string): GitObject {
  const lines = [`object ${commit}`, 'type commit', `tag ${name}`, `tagger ${signatureLine(tagger)}`];
  return objectOf('tag', Buffer.from(`${lines.join('\n')}\n\n${message}`));
}

const signatureLine = ({ name, email, atMs }: Signature) =>
  `${cleaned(name)} <${cleaned(email)}> ${Math.floor(atMs / 1000)} +0000`;

/** Characters that git does not allow in names. */
export const cleaned = (text: string) => text.replace(/[<>\n\r\0]/g, '').trim();

const PACKED_TYPES = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** Many objects as one pack, for `git index-pack`. */
export async function packOf(objects: readonly GitObject[]): Promise<Buffer> {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const contents = await Promise.all(objects.map(({ bytes }) => compress(bytes, { level: 1 })));
  const entries = objects.flatMap(({ type, bytes }, i) => [
    entryHeader(PACKED_TYPES[type], bytes.length),
    contents[i] ?? Buffer.alloc(0),
  ]);
  const pack = Buffer.concat([header, ...entries]);
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

/** Type and size, four bits of the size in the first byte and seven in each that follows. */
function entryHeader(type: number, sizeBytes: number) {
  const bytes = [(type << 4) | (sizeBytes & 15)];
  for (let rest = Math.floor(sizeBytes / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

/** Writes objects into a bare repository. Existing objects are not changed. */
export async function writeObjects(folder: string, objects: readonly GitObject[]): Promise<void> {
  for (const { id, type, bytes } of objects) {
    const home = join(folder, 'objects', id.slice(0, 2));
    const path = join(home, id.slice(2));
    if (existsSync(path)) continue;
    const content = await compress(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]), { level: 1 });
    await mkdir(home, { recursive: true });
    const draft = join(home, `tmp_obj_${randomBytes(6).toString('hex')}`);
    await writeFile(draft, content);
    await rename(draft, path);
  }
}
