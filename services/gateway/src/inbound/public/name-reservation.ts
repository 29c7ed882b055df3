import { isRecorded } from '@lodging/kit-runtime';
import { aboutReservation } from '@lodging/operations';
import type { RouteBase } from './public-route.ts';

type Fields = Readonly<Record<string, unknown>>;
type About = Pick<RouteBase, 'about'>;

/** The span and log lines of a request name the reservation in its path. */
export function nameRequested({ about }: About, { id }: { readonly id: string }): void {
  if (about === 'reservation' && id !== '') aboutReservation(id);
}

/**
 * The span and log lines of a request that made a reservation name the one in the answer: its body, or the booking beside the
 * payment of that booking. The answer is parsed only where the span is recorded.
 */
export function nameCreated({ about }: About, { id }: { readonly id: string }, body: Uint8Array): void {
  if (about !== 'reservation' || id !== '' || !isRecorded()) return;
  const created: Fields = Object(JSON.parse(Buffer.from(body).toString('utf8')));
  const { id: made }: Fields = Object(created['booking'] ?? created);
  if (typeof made === 'string') aboutReservation(made);
}
