import { useQuery } from '@tanstack/react-query';
import { bookingEventsQuery } from '../../api/queries/booking.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Moment } from '../../ui/when.tsx';
import css from './booking.module.css';
import type { Stay } from './stay.ts';

export function EventsSection({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const { data, error, refetch } = useQuery(bookingEventsQuery(booking.id));
  return (
    <Section title={texts.events} className="screen-only">
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data?.length === 0 && <p className="quiet">{texts.noEvents}</p>}
      <ol className={css.history}>
        {data?.toReversed().map((event) => (
          <li key={event.id} data-event={event.id}>
            <code>{event.type}</code>{' '}
            <span className={css.how}>
              <Moment at={event.timestamp} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
