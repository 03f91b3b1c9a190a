import { z } from 'zod';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { jobTokenForms } from '#shared/text/en/job-token-forms.ts';
import { visibleText } from '../../components/text/visible-text.ts';

const words = jobTokenForms.fields;

/**
 * The ID or the path in a text that a person typed or pasted: `7`, `acme/core`, or the address of its page on the instance.
 * Null: it is none of these. A project has at least two segments in its path.
 */
export function placeIn(
  text: string,
  kind: CatalogueEntry['kind'],
  instanceUrl: string | null,
): number | string | null {
  const path = pathIn(text.trim(), instanceUrl);
  if (path === null) return null;
  if (/^[1-9]\d{0,15}$/.test(path)) return Number(path);
  const segments = path.split('/');
  const isValid = segments.every((segment) => /^[\w.-]+$/.test(segment) && !/^\.+$/.test(segment));
  return isValid && (kind === 'group' || segments.length > 1) ? path : null;
}

function pathIn(text: string, instanceUrl: string | null): string | null {
  if (!/^https?:\/\//i.test(text)) return text.replace(/^\/|\/$/g, '');
  if (instanceUrl === null || !URL.canParse(text)) return null;
  const [address, instance] = [new URL(text), new URL(instanceUrl)];
  const base = instance.pathname.replace(/\/$/, '');
  if (address.origin !== instance.origin || !address.pathname.startsWith(`${base}/`)) return null;
  const path = address.pathname.slice(base.length + 1).replace(/^groups\//, '');
  return path.replace(/\/-\/.*$/, '').replace(/\/$/, '');
}

/** The lines of a pasted list, without empty ones and duplicates. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\n,;]/).map((line) => line.trim()))].filter((line) => line !== '');
}

/** The error of the first entry that is not an ID, a path or an address; null: all entries are valid. */
export function wrongPlace(
  texts: readonly string[],
  kind: CatalogueEntry['kind'],
  instanceUrl: string | null,
): string | null {
  const wrong = texts.find((text) => placeIn(text, kind, instanceUrl) === null);
  if (wrong === undefined) return null;
  return (kind === 'project' ? words.notProject : words.notGroup)(visibleText(wrong, 120));
}

/** Schema for the value of a control of the kind `place`. An empty value is valid. */
export const placeSchema = (kind: CatalogueEntry['kind'], instanceUrl: string | null) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = text === '' ? null : wrongPlace([text], kind, instanceUrl);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
