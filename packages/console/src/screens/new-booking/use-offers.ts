import type { SearchResult } from '@lodging/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { offersQuery, quoteQuery } from '../../api/queries/offers.ts';
import { useSession } from '../../api/session.ts';
import { isComplete } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';
import type { Choice } from './offer-list.tsx';

const SEARCH_MS = 300;

/** What is offered for the stay in the fields, and the price of what is chosen of it. */
export function useOffers(stay: StayRequest, choice: Choice | null) {
  const { tenant } = useSession();
  const searched = useDebounced(stay, SEARCH_MS);
  const search = useInfiniteQuery({
    ...offersQuery(searched, tenant.defaultCurrency),
    enabled: isComplete(searched),
  });
  const results = search.data?.pages.flatMap((page) => page.results);
  const isCurrent = searched === stay && !search.isPlaceholderData;
  const isOf = ({ resource }: SearchResult): boolean => resource.id === choice?.resourceId;
  const listed = results?.find(isOf);
  // It may stand on a page that is not read: it is searched by itself.
  const isElsewhere = isCurrent && choice !== null && listed === undefined && search.hasNextPage;
  const alone = useInfiniteQuery({
    ...offersQuery({ ...searched, resourceId: choice?.resourceId ?? null }, tenant.defaultCurrency),
    enabled: isElsewhere,
  });
  const isAlone = isElsewhere && !alone.isPlaceholderData;
  const chosen = listed ?? (isAlone ? alone.data?.pages[0]?.results.find(isOf) : undefined);
  const offer = chosen?.offers.find(({ ratePlanId }) => ratePlanId === choice?.ratePlanId);
  const offered = {
    resourceId: chosen?.resource.id ?? '',
    ratePlanId: offer?.ratePlanId ?? null,
    from: chosen?.from ?? '',
    to: chosen?.to ?? '',
  };
  const isQuoted = isCurrent && offer?.available === true;
  const quote = useQuery({ ...quoteQuery(offered, stay), enabled: isQuoted });
  const isSearching = isElsewhere && alone.isFetching;
  return {
    search,
    results,
    chosen,
    isLapsed: isCurrent && search.isSuccess && !isQuoted && !isSearching,
    quote: isQuoted ? quote : { ...quote, data: undefined, error: null },
  };
}
