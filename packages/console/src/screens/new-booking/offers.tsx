import type { SearchResult } from '@lodging/client';
import { codeOf } from '../../api/lodging.ts';
import { isComplete } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './new-booking.module.css';
import { OfferList } from './offer-list.tsx';
import type { OfferListProps } from './offer-list.tsx';
import type { useOffers } from './use-offers.ts';

interface OffersProps extends Omit<OfferListProps, 'results' | 'units'> {
  readonly offers: ReturnType<typeof useOffers>;
  readonly stay: StayRequest;
  readonly onChange: (stay: StayRequest) => void;
}

export function Offers({ offers: { search, results }, stay, onChange, ...rest }: OffersProps) {
  const { newBooking: texts, common } = useTexts();
  const { error, refetch, isFetching, hasNextPage } = search;
  return (
    <Section
      title={texts.offers}
      aside={
        results !== undefined && <span className="quiet">{common.shown(results.length, hasNextPage)}</span>
      }
    >
      <Refusal error={isLost(error) ? null : error} onTryAgain={() => refetch()} />
      {results === undefined && error === null && isComplete(stay) && <Skeleton rows={6} />}
      {results?.length === 0 && !isFetching && <NoOffers stay={stay} onChange={onChange} />}
      {results !== undefined && results.length > 0 && (
        <OfferList results={soldFirst(results)} units={stay.units} {...rest} />
      )}
      {hasNextPage && (
        <div className={css.more}>
          <Button
            isBusy={search.isFetchingNextPage}
            onPress={async () => {
              const { error: refusal } = await search.fetchNextPage();
              // The API does not know its cursor any more: the list is read from its beginning.
              if (isLost(refusal)) await refetch();
            }}
          >
            {common.showMore}
          </Button>
        </div>
      )}
    </Section>
  );
}

const isLost = (error: unknown): boolean => codeOf(error) === 'invalid_cursor';

const NO_FILTERS = { roomTypeId: null, resourceId: null, features: [], text: '' } as const;

function NoOffers({ stay, onChange }: Pick<OffersProps, 'stay' | 'onChange'>) {
  const { newBooking: texts } = useTexts();
  const { roomTypeId, resourceId, features, text } = stay;
  const isFiltered = roomTypeId !== null || resourceId !== null || features.length > 0 || text !== '';
  if (!isFiltered) return <p>{texts.nothingOnSale}</p>;
  return (
    <p>
      {texts.noOffers}{' '}
      <Button kind="quiet" onPress={() => onChange({ ...stay, ...NO_FILTERS })}>
        {texts.withoutFilters}
      </Button>
    </p>
  );
}

/** The order of the API, with what cannot be sold at the end. */
function soldFirst(results: readonly SearchResult[]): SearchResult[] {
  return [...results.filter(({ bookable }) => bookable), ...results.filter(({ bookable }) => !bookable)];
}
