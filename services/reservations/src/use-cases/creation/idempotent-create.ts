import type { Result } from '@lodging/kernel';
import { waitForTwin } from '@lodging/kit-runtime';
import { idempotencyStatus, resourceLocked } from '../../domain/creation/reservation-creation.ts';
import type { IdempotentRequest, ReservationCreation } from '../../domain/creation/reservation-creation.ts';
import type { PendingReservation } from '../../domain/stay/reservation.ts';
import type { ReservationCreationRepository } from '../../ports/creation.ts';

/** A request waits about two seconds for a concurrent one with the same Idempotency-Key. */
const TWIN = { attempts: 40, everyMs: 50 };

/** `wait`: a concurrent request with the key is running, or has ended this attempt; the next attempt finds out. */
export type CreateAttempt<T> = Result<T> | 'wait';

/** Repeats the attempt while it answers `wait`; then refuses with `resource_locked`. */
export async function createOnce<T>(attempt: () => Promise<CreateAttempt<T>>): Promise<Result<T>> {
  const answer = await waitForTwin(attempt, TWIN);
  return answer === 'wait' ? resourceLocked() : answer;
}

export interface ExistingCreation<T> {
  readonly existing: ReservationCreation;
  readonly request: IdempotentRequest;
  /** Answers from the completed reservation. */
  readonly replay: (existing: ReservationCreation) => Promise<CreateAttempt<T>>;
  /** Goes on where an abandoned attempt ended. */
  readonly resume: (pending: PendingReservation) => Promise<CreateAttempt<T>>;
}

/** The answer where the Idempotency-Key, or the quote, has a reservation already. */
export async function answerExisting<T>(
  { creations }: { readonly creations: Pick<ReservationCreationRepository, 'takeOver'> },
  { existing, request, replay, resume }: ExistingCreation<T>,
): Promise<CreateAttempt<T>> {
  const status = idempotencyStatus(existing, request);
  if (!status.ok) return status;
  if (status.value.kind === 'in_progress') return 'wait';
  if (status.value.kind === 'completed') return replay(existing);
  const { tenantId, id, attempt } = status.value.reservation;
  const pending = await creations.takeOver(tenantId, id, attempt.number);
  return pending === undefined ? 'wait' : resume(pending);
}
