import { randomBytes } from 'node:crypto';
import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface Upload {
  readonly id: number;
  project_id: number;
  /** 32 hex digits. */
  secret: string;
  filename: string;
  bytes: Buffer;
  created_at: number;
  /** Null if the account was deleted, or the uploader was not recorded. */
  uploaded_by_id: number | null;
}

export function createUploads(projects: Projects): Table<Upload> {
  const table = createTable<Upload>();
  projects.onRemove((project) => table.removeWhere((upload) => upload.project_id === project.id));
  return table;
}

export const newSecret = () => randomBytes(16).toString('hex');

/** A name without folders, and without characters that are special in addresses or Markdown. */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const safe = last.replace(/[^\p{L}\p{N}.\-+_]/gu, '_').replace(/^\.+$/, '_');
  return safe === '' ? '_' : safe.slice(-200);
}

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The content type of an image that is safe to show; undefined for all other files, including SVG and HTML. */
export const imageType = (name: string): string | undefined => IMAGES[extensionOf(name)];

/** The Markdown link to a file. Images are shown with their name without extension. */
export function markdownLink(name: string, url: string): { alt: string; markdown: string } {
  const isImage = imageType(name) !== undefined || ['svg', 'ico', 'tiff'].includes(extensionOf(name));
  const alt = isImage ? name.replace(/\.[^.]*$/, '') : name;
  return { alt, markdown: `${isImage ? '!' : ''}[${alt}](${url})` };
}
