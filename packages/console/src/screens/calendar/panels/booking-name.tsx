import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingQuery } from '../../../api/queries/booking.ts';
import { useTexts } from '../../../texts/use-texts.ts';

/** The guest of a booking of which the id alone is known. */
export function BookingName({ id }: { readonly id: string }) {
  const { common } = useTexts();
  const client = useQueryClient();
  const { data } = useQuery(bookingQuery(client, id));
  return <bdi>{data === undefined ? '…' : (data.guestName ?? common.noName)}</bdi>;
}
