import type { ListPosition } from '@lodging/kernel';
import { comparePositions, compareResults } from './ranked.ts';
import type { RankedResult, SearchPosition } from './ranked.ts';
import type { SearchSort } from './search.ts';

/** Collects the results of one page: what is not on it is not kept. */
export interface PageCollector {
  add(result: RankedResult): void;
  /** Nothing that follows is on the page. */
  isFull(): boolean;
  page(): Page;
}

export interface Page {
  readonly results: readonly RankedResult[];
  readonly next: SearchPosition | null;
}

interface PageRequest {
  readonly sort: SearchSort;
  readonly limit: number;
  /** The end of the previous page. */
  readonly after: SearchPosition | null;
}

/** `more` is the last candidate that was listed, where more follow. */
export function collectPage(request: PageRequest, more: ListPosition | null): PageCollector {
  return request.sort === 'created' ? collectAsCreated(request, more) : collectByPlace(request);
}

/** Results are added in order of creation. */
function collectAsCreated({ limit }: PageRequest, more: ListPosition | null): PageCollector {
  const results: RankedResult[] = [];
  let isLast = true;
  return {
    add(result) {
      if (results.length < limit) results.push(result);
      else isLast = false;
    },
    isFull: () => !isLast,
    page() {
      const end = more && { kind: 'created' as const, at: more };
      return { results, next: isLast ? end : (results.at(-1)?.position ?? null) };
    },
  };
}

/** Results are added in any order. */
function collectByPlace({ limit, after }: PageRequest): PageCollector {
  let results: RankedResult[] = [];
  let isLast = true;
  const isBefore = ({ position: { kind, at } }: RankedResult) =>
    kind === 'place' && after?.kind === 'place' && comparePositions(at, after.at) <= 0;
  /** Leaves out what comes after the page. */
  const cut = (): void => {
    isLast &&= results.length <= limit;
    results = results.toSorted(compareResults).slice(0, limit);
  };
  return {
    add(result) {
      if (isBefore(result)) return;
      results.push(result);
      if (results.length > 2 * limit) cut();
    },
    isFull: () => false,
    page() {
      cut();
      return { results, next: isLast ? null : (results.at(-1)?.position ?? null) };
    },
  };
}
