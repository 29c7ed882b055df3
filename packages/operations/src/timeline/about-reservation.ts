import { annotateWork } from '@lodging/kit-runtime';
import type { DescribeWork } from '@lodging/kit-runtime';

const ATTRIBUTE = 'lodging.reservation.id';

/** The active span, its log lines and the spans below it that begin later name this reservation. */
export function aboutReservation(id: string): void {
  annotateWork({ [ATTRIBUTE]: id });
}

/** Every service gives this to the kit: the reservation of a request or event between the services. */
export const describeWork: DescribeWork = (_operation, body) => {
  const id = reservationIdIn(body);
  return id === undefined ? undefined : { [ATTRIBUTE]: id };
};

type Fields = Readonly<Record<string, unknown>>;

/** Under the names that the contracts give it. A claim has the id of its reservation. */
export function reservationIdIn(body: unknown): string | undefined {
  const { reservationId, claimId, reservation, payment, refund }: Fields = Object(body);
  const { id: ofReservation }: Fields = Object(reservation);
  const { reservationId: ofMoney }: Fields = Object(payment ?? refund);
  const id = reservationId ?? claimId ?? ofReservation ?? ofMoney;
  return typeof id === 'string' ? id : undefined;
}
