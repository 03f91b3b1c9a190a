import { consoles as words, type Noun } from '#shared/text/en/console.ts';
import { attempt } from '../components/messages/attempt.ts';
import { verbReason } from '../stores/availability.ts';
import type { Stores } from '../stores/context.ts';

/** Open a page of the instance in the default browser. */
export function openWeb({ host }: Pick<Stores, 'host'>, url: string): Promise<void> {
  return attempt(() => host.openWeb(url), words.openWebFailed);
}

/** Why the page of a row cannot be opened; null if it can. */
export function webReason(stores: Stores, noun: Noun, url: string | null | undefined): string | null {
  return url === null || url === undefined || url === '' ? words.noWebUrl(noun) : verbReason(stores, 'host', 'openWeb');
}
