import type { RequestContext } from '@lodging/kit-runtime';
import type { StayFacts } from '../domain/mails/stay-facts.ts';

// Reservations

/** Reservations gives no usable answer now. */
export class ReservationsUnavailable extends Error {
  override readonly name = 'ReservationsUnavailable';
}

export interface DueReminder {
  readonly reservationId: string;
  readonly version: number;
  readonly arrivalDate: string;
}

/** A method throws ReservationsUnavailable where there is no answer. */
export interface ReservationsClient {
  /** Undefined: there is no such booking. */
  readStay(ctx: RequestContext, reservationId: string): Promise<StayFacts | undefined>;
  listDueReminders(
    ctx: RequestContext,
    window: {
      readonly after: Temporal.Instant;
      readonly until: Temporal.Instant;
      readonly daysBefore: number;
    },
  ): AsyncIterable<readonly DueReminder[]>;
}

// Payments

export interface PaymentsClient {
  /** Why guests may not be sent to an address; null where they may. Throws Unavailable where there is no answer. */
  redirectUrlProblem(ctx: RequestContext, url: string): Promise<string | null>;
}
