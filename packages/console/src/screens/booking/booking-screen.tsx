import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isNoSuch } from '../../api/lodging.ts';
import { bookingQuery, SHOWN_BOOKING_MS } from '../../api/queries/booking.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { BillSection } from './bill-section.tsx';
import css from './booking.module.css';
import { BookingActions } from './booking-actions.tsx';
import { BookingHead } from './booking-head.tsx';
import { CancellationSection } from './cancellation-section.tsx';
import { ChangesSection } from './changes-section.tsx';
import { EventsSection } from './events-section.tsx';
import { GuestSection } from './guest-section.tsx';
import { HistorySection } from './history-section.tsx';
import { MailsSection } from './mails-section.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { RegistrationCard } from './registration-card.tsx';
import type { Stay } from './stay.ts';

const route = getRouteApi('/bookings/$id');

export function BookingScreen() {
  const { id } = route.useParams();
  return <OneBooking key={id} id={id} />;
}

function OneBooking({ id }: { readonly id: string }) {
  const { booking: texts, common } = useTexts();
  const client = useQueryClient();
  const resources = useResources();
  // On the screen it would say everything twice.
  const isPrinted = useMedia('print');
  const {
    data: booking,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(client, id),
    refetchInterval: SHOWN_BOOKING_MS,
  });
  if (booking === undefined && isNoSuch(error))
    return (
      <Screen title={texts.nothingHere}>
        <p>{texts.nothingHereWhat}</p>
      </Screen>
    );
  if (booking === undefined)
    return (
      <Screen title={texts.title}>
        {error === null ? <Skeleton rows={10} /> : <Refusal error={error} onTryAgain={() => refetch()} />}
      </Screen>
    );
  const resource = resources.find(booking.resourceId);
  const stay = { booking, resource, timeZone: resource?.timezone ?? 'UTC' };
  return (
    <Screen
      title={booking.guestName ?? common.noName}
      aside={<StateChip state={booking.state} />}
      actions={<BookingActions {...stay} />}
    >
      <BookingHead {...stay} />
      {isPrinted && <RegistrationCard {...stay} />}
      <Sections {...stay} />
    </Screen>
  );
}

function Sections(stay: Stay) {
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <BillSection {...stay} />
        <PaymentsSection {...stay} />
        <CancellationSection {...stay} />
      </div>
      <div className={css.column}>
        <GuestSection {...stay} />
        <MailsSection {...stay} />
        <ChangesSection {...stay} />
        <HistorySection {...stay} />
        <EventsSection {...stay} />
      </div>
    </div>
  );
}
