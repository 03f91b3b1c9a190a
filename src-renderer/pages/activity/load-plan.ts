import { planPieceChars, type Plan } from '#shared/contract/changes.ts';
import type { Changes } from '../../stores/plans/changes.svelte.ts';

/** Make a plan of a file's text. A large one goes over in pieces. */
export async function loadPlan({ client }: Pick<Changes, 'client'>, text: string): Promise<Plan> {
  if (text.length <= planPieceChars) return client.load({ text });
  let key: string | null = null;
  for (let from = 0; from < text.length; from += planPieceChars) {
    ({ key } = await client.upload({ key, text: text.slice(from, from + planPieceChars) }));
  }
  return client.load({ key: key ?? '' });
}
