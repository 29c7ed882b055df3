import type { Alternative } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { bookingQuery } from '../../api/queries/booking.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { localDate } from '../../ui/when.tsx';
import { draftLike, NO_DRAFT } from './draft.ts';
import { GuestSection } from './guest-section.tsx';
import { HeldSection } from './held-section.tsx';
import css from './new-booking.module.css';
import type { PaymentChoice } from './draft.ts';
import type { Choice } from './offer-list.tsx';
import { Offers } from './offers.tsx';
import { PriceSummary } from './price-summary.tsx';
import { StayFields } from './stay-fields.tsx';
import { useBook } from './use-book.ts';
import { useOffers } from './use-offers.ts';
import { useStayRequest } from './use-stay-request.ts';

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
  const changeStay = (next: StayRequest): void => {
    forget();
    change(next);
  };
  return (
    <div className={css.page}>
      <fieldset className={css.column} disabled={book.isUnknown || book.held !== null}>
        <StayFields stay={stay} onChange={changeStay} />
        <Offers
          offers={offers}
          stay={stay}
          choice={choice}
          onChange={changeStay}
          onChoose={(chosen) => {
            forget();
            setChoice(chosen);
          }}
          onAlternative={takeAlternative}
        />
      </fieldset>
      <Side
        {...{ offers, stay, choice, book, like }}
        onAlternative={(alternative) => {
          forget();
          takeAlternative(alternative);
        }}
      />
    </div>
  );
}

interface SideProps {
  readonly offers: ReturnType<typeof useOffers>;
  readonly stay: StayRequest;
  readonly choice: Choice | null;
  readonly book: ReturnType<typeof useBook>;
  readonly like: string | undefined;
  readonly onAlternative: (alternative: Alternative) => void;
}

/** The price, and the guest; beside the offers where there is room. */
function Side({ offers, stay, choice, book, like, onAlternative }: SideProps) {
  const { quote, chosen, isLapsed } = offers;
  const { held, leaveHeld } = book;
  const [payment, setPayment] = useState<PaymentChoice>('property');
  const timeZone = chosen?.resource.timezone ?? 'UTC';
  return (
    <div className={css.column}>
      <PriceSummary
        choice={choice}
        isLapsed={isLapsed}
        result={chosen}
        quote={quote.data}
        error={quote.error}
        paysThere={held === null && payment === 'property'}
        onTryAgain={() => quote.refetch()}
      />
      {held === null ? (
        <GuestOf like={like}>
          {(first) => (
            <GuestSection
              {...{ first, stay, book, onAlternative }}
              quote={quote.data}
              onPayment={setPayment}
            />
          )}
        </GuestOf>
      ) : (
        <HeldSection held={held} timeZone={timeZone} onLeave={leaveHeld} />
      )}
    </div>
  );
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
