import { Failure } from '#shared/errors.ts';
import type { CallInput, Endpoint } from '../types.ts';

/** Rows per page that every list of this API family accepts: the documented default (document 1:16). */
const smallestPage = 20;

type RunSized = <T>(endpoint: Endpoint, input: CallInput, run: (sized: CallInput) => Promise<T>) => Promise<T>;

/**
 * Runs requests for pages with at most as many rows as their endpoint accepts. If the platform refuses `per_page`, the
 * page is requested again with 20 rows. Later pages of this endpoint are then requested with 20 rows, too.
 */
export function pageSizes(): RunSized {
  const learned = new Set<string>();

  return async (endpoint, input, run) => {
    const asked = input.query?.['per_page'];
    if (typeof asked !== 'number') return run(input);
    const sized = (most: number) => run({ ...input, query: { ...input.query, per_page: Math.min(asked, most) } });
    const most = learned.has(endpoint.path) ? smallestPage : (endpoint.mostPerPage ?? asked);
    try {
      return await sized(most);
    } catch (thrown) {
      if (!isPageSizeRefused(thrown) || Math.min(asked, most) <= smallestPage) throw thrown;
      const result = await sized(smallestPage);
      learned.add(endpoint.path);
      return result;
    }
  };
}

function isPageSizeRefused(thrown: unknown): boolean {
  return (
    thrown instanceof Failure &&
    thrown.code === 'invalid' &&
    /\b(per[ _-]?page|page[ _-]?size)\b/i.test(thrown.reportedMessage ?? '')
  );
}
