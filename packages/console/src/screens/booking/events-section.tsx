import { useMay } from '../../api/permissions.ts';
import { bookingEventsQuery } from '../../api/queries/booking.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSeen } from '../../ui/hooks/use-seen.ts';
import { Moment } from '../../ui/when.tsx';
import css from './booking.module.css';
import { EventDeliveries, useEventDeliveries } from './event-deliveries.tsx';
import type { Stay } from './stay.ts';

export function EventsSection({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const { data, error, refetch } = useRead(bookingEventsQuery(booking.id));
  const may = useMay();
  const { ref, isSeen } = useSeen<HTMLOListElement>();
  const { byEvent, ...read } = useEventDeliveries(isSeen, data?.at(-1)?.id);
  return (
    <Section title={texts.events} className="screen-only">
      <Refusal
        error={error ?? read.error}
        onTryAgain={() => (error === null ? read.readAgain() : refetch())}
      />
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data?.length === 0 && <p className="quiet">{texts.noEvents}</p>}
      <ol ref={ref} className={css.history}>
        {data?.toReversed().map((event) => (
          <li key={event.id} data-event={event.id}>
            <code>{event.type}</code>{' '}
            <span className={css.how}>
              {texts.eventNumber(event.sequence)} · <Moment at={event.timestamp} timeZone={timeZone} />
            </span>
            <EventDeliveries deliveries={byEvent.get(event.id) ?? []} />
          </li>
        ))}
      </ol>
      {byEvent.size > 0 && !may('operate') && <p className="quiet">{texts.managerDelivers}</p>}
    </Section>
  );
}
