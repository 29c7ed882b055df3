import { Link } from '@tanstack/react-router';
import { codeOf } from '../../api/lodging.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** The way to the booking that has the reference already. */
export function OtherBooking({ error }: { readonly error: unknown }) {
  const { booking: texts } = useTexts();
  if (codeOf(error) !== 'external_reference_taken') return null;
  const { reservationId: id } = error as { readonly reservationId?: string };
  return (
    id !== undefined && (
      <Link to="/bookings/$id" params={{ id }}>
        {texts.otherBooking}
      </Link>
    )
  );
}
