import type { StoredWrite } from '#main/state/plans.ts';
import { z } from 'zod';

/** A reference to the content of a staged file, in the body of a write. The core adds `sha256` when it creates the plan. */
export const StagedContent = z.strictObject({
  staged: z.string(),
  sizeBytes: z.number().int().min(0),
  sha256: z.string().optional(),
});
export type StagedContent = z.infer<typeof StagedContent>;

/** A staged file in the body of a write. It is sent as a part of a form. */
export const StagedUpload = StagedContent.extend({ fileName: z.string().min(1), type: z.string().optional() });
export type StagedUpload = z.infer<typeof StagedUpload>;

/** Text that occurs in the JSON of every write with a staged file. */
export const stagedText = '"staged":';

/** The staged file that a value refers to; null: the value is not such a reference. */
export function stagedOf(value: unknown): StagedContent | StagedUpload | null {
  if (typeof value !== 'object' || value === null || !('staged' in value)) return null;
  return StagedContent.safeParse(value).data ?? StagedUpload.safeParse(value).data ?? null;
}

/** The staged files in a write, with their fields as paths with dots. */
export function stagedIn({ body }: Pick<StoredWrite, 'body'>): { field: string; file: StagedContent | StagedUpload }[] {
  const found: { field: string; file: StagedContent | StagedUpload }[] = [];
  mapStaged(body ?? {}, (file, field) => {
    found.push({ file, field });
    return file;
  });
  return found;
}

/**
 * A copy of a value in which each staged file is replaced. `field`: the path of the file with dots; `parent`: the object
 * that contains it.
 */
export function mapStaged(
  value: unknown,
  replace: (file: StagedContent | StagedUpload, field: string, parent: unknown) => unknown,
  field = '',
  parent: unknown = null,
): unknown {
  const file = stagedOf(value);
  if (file !== null) return replace(file, field, parent);
  const below = (name: string | number): string => (field === '' ? String(name) : `${field}.${name}`);
  if (Array.isArray(value)) return value.map((item, at) => mapStaged(item, replace, below(at), value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStaged(item, replace, below(name), value)]),
  );
}
