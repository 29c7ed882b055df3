import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Moment } from '../../ui/when.tsx';
import css from './events.module.css';

interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly timestamp: string;
  readonly data: { readonly object: object };
}

export function EventRow({ event }: { readonly event: LoggedEvent }) {
  const { events: texts } = useTexts();
  const { tenant } = useSession();
  const booking = bookingOf(event);
  return (
    <tr data-event={event.id}>
      <td>
        <code>{event.type}</code>
      </td>
      <td className="number">{event.sequence}</td>
      <td>
        <Moment at={event.timestamp} timeZone={tenant.timezone} />
      </td>
      <td>
        {booking !== null && (
          <Link to="/bookings/$id" params={{ id: booking.id }}>
            {texts.booking} {booking.number !== null && <code>{booking.number}</code>}
          </Link>
        )}
      </td>
      <td>
        <details>
          <summary>{texts.json}</summary>
          <pre className={css.json}>{JSON.stringify(event, null, 2)}</pre>
        </details>
      </td>
    </tr>
  );
}

interface NamedBooking {
  readonly id: string;
  /** Null where the event has the id alone. */
  readonly number: string | null;
}

/** Events of payments name their booking, those of bookings are about it. */
function bookingOf({ type, data: { object } }: LoggedEvent): NamedBooking | null {
  const { id, reservationId, reference = null } = object as Partial<Record<string, string>>;
  const named = reservationId ?? (type.startsWith('reservation.') ? id : undefined);
  return named === undefined ? null : { id: named, number: reference };
}
