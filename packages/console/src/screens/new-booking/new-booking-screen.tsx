import type { Alternative, SearchResult } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { bookingQuery } from '../../api/queries/booking.ts';
import { offersQuery, quoteQuery } from '../../api/queries/offers.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useSession } from '../../api/session.ts';
import { isComplete } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { localDate } from '../../ui/when.tsx';
import { draftLike, NO_DRAFT } from './draft.ts';
import { GuestSection } from './guest-section.tsx';
import { HeldSection } from './held-section.tsx';
import css from './new-booking.module.css';
import { OfferList } from './offer-list.tsx';
import type { Choice } from './offer-list.tsx';
import { PriceSummary } from './price-summary.tsx';
import { StayFields } from './stay-fields.tsx';
import { useBook } from './use-book.ts';
import { useStayRequest } from './use-stay-request.ts';

const SEARCH_MS = 300;

export function NewBookingScreen() {
  const { newBooking: texts } = useTexts();
  const may = useMay();
  return <Screen title={texts.title}>{may('book') ? <NewBooking /> : <p>{texts.mayNot}</p>}</Screen>;
}

function NewBooking() {
  const { stay, change, like } = useStayRequest();
  const [choice, setChoice] = useState<Choice | null>(null);
  const navigate = useNavigate();
  const book = useBook(({ id }) => navigate({ to: '/bookings/$id', params: { id } }));
  const offers = useOffers(stay, choice);
  const takeAlternative = useAlternative(stay, change, setChoice);
  // A refusal is about the choice that it was for.
  const forget = (): void => {
    if (book.error !== null) book.clear();
  };
  return (
    <div className={css.page}>
      <fieldset className={css.column} disabled={book.isUnknown || book.held !== null}>
        <StayFields
          stay={stay}
          onChange={(next) => {
            forget();
            change(next);
          }}
        />
        <Offers
          offers={offers}
          stay={stay}
          choice={choice}
          onChoose={(chosen) => {
            forget();
            setChoice(chosen);
          }}
          onAlternative={takeAlternative}
        />
      </fieldset>
      <Side offers={offers} stay={stay} choice={choice} book={book} like={like} />
    </div>
  );
}

interface SideProps {
  readonly offers: ReturnType<typeof useOffers>;
  readonly stay: StayRequest;
  readonly choice: Choice | null;
  readonly book: ReturnType<typeof useBook>;
  readonly like: string | undefined;
}

/** The price, and the guest; beside the offers where there is room. */
function Side({ offers: { quote, chosen, isLapsed }, stay, choice, book, like }: SideProps) {
  const { held, leaveHeld } = book;
  const timeZone = chosen?.resource.timezone ?? 'UTC';
  return (
    <div className={css.column}>
      <PriceSummary
        choice={choice}
        isLapsed={isLapsed}
        result={chosen}
        quote={quote.data}
        error={quote.error}
        onTryAgain={() => quote.refetch()}
      />
      {held === null ? (
        <GuestOf like={like}>
          {(first) => <GuestSection first={first} stay={stay} quote={quote.data} book={book} />}
        </GuestOf>
      ) : (
        <HeldSection held={held} timeZone={timeZone} onLeave={leaveHeld} />
      )}
    </div>
  );
}

/** What is offered for the stay in the fields, and the price of what is chosen of it. */
function useOffers(stay: StayRequest, choice: Choice | null) {
  const { tenant } = useSession();
  const searched = useDebounced(stay, SEARCH_MS);
  const search = useQuery({
    ...offersQuery(searched, tenant.defaultCurrency),
    enabled: isComplete(searched),
  });
  const isCurrent = searched === stay && !search.isPlaceholderData;
  const chosen = search.data?.results.find(({ resource }) => resource.id === choice?.resourceId);
  const offer = chosen?.offers.find(({ ratePlanId }) => ratePlanId === choice?.ratePlanId);
  const offered = {
    resourceId: chosen?.resource.id ?? '',
    ratePlanId: offer?.ratePlanId ?? null,
    from: chosen?.from ?? '',
    to: chosen?.to ?? '',
  };
  const isQuoted = isCurrent && offer?.available === true;
  const quote = useQuery({ ...quoteQuery(offered, stay), enabled: isQuoted });
  return {
    search,
    chosen,
    isLapsed: isCurrent && search.isSuccess && !isQuoted,
    quote: isQuoted ? quote : { ...quote, data: undefined, error: null },
  };
}

interface OffersProps {
  readonly offers: ReturnType<typeof useOffers>;
  readonly stay: StayRequest;
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  readonly onAlternative: (alternative: Alternative) => void;
}

function Offers({ offers: { search }, stay, ...rest }: OffersProps) {
  const { newBooking: texts, common } = useTexts();
  const { data, error, refetch, isFetching } = search;
  return (
    <Section
      title={texts.offers}
      aside={
        data !== undefined && (
          <span className="quiet">{common.shown(data.results.length, data.nextCursor !== null)}</span>
        )
      }
    >
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && isComplete(stay) && <Skeleton rows={6} />}
      {data?.results.length === 0 && !isFetching && <p>{texts.noOffers}</p>}
      {data !== undefined && data.results.length > 0 && (
        <OfferList results={soldFirst(data.results)} units={stay.units} {...rest} />
      )}
    </Section>
  );
}

/** The order of the API, with what cannot be sold at the end. */
function soldFirst(results: readonly SearchResult[]): SearchResult[] {
  return [...results.filter(({ bookable }) => bookable), ...results.filter(({ bookable }) => !bookable)];
}

/** Its dates go into the fields, and what it offers is chosen. */
function useAlternative(
  stay: StayRequest,
  change: (stay: StayRequest) => void,
  setChoice: (choice: Choice) => void,
) {
  const resources = useResources();
  return ({ resourceId, ratePlanId, from, to }: Alternative): void => {
    const resource = resources.find(resourceId);
    const zone = resource?.timezone ?? 'UTC';
    const isOther = stay.resourceId !== null && stay.resourceId !== resourceId;
    const isOtherType = stay.roomTypeId !== null && stay.roomTypeId !== resource?.roomType?.id;
    change({
      ...stay,
      arrival: localDate(from, zone),
      departure: localDate(to, zone),
      resourceId: isOther ? null : stay.resourceId,
      roomTypeId: isOtherType ? null : stay.roomTypeId,
    });
    setChoice({ resourceId, ratePlanId });
  };
}

interface GuestOfProps {
  /** The booking whose guest books once more. */
  readonly like: string | undefined;
  readonly children: (first: ReturnType<typeof draftLike>) => React.ReactNode;
}

function GuestOf({ like, children }: GuestOfProps) {
  const client = useQueryClient();
  const { data, isPending } = useQuery({ ...bookingQuery(client, like ?? ''), enabled: like !== undefined });
  if (like === undefined) return children(NO_DRAFT);
  return isPending ? <Skeleton rows={6} /> : children(data === undefined ? NO_DRAFT : draftLike(data));
}
