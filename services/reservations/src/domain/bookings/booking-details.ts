import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { changedDetails, PLAIN_DETAILS } from './changed-details.ts';
import type { PlainDetail } from './changed-details.ts';
import { SEALED_DETAILS } from '../stay/guest-details.ts';
import { checkMetadata, mergeMetadata } from '../stay/metadata.ts';
import type { MetadataPatch } from '../stay/metadata.ts';
import type { BookingDetails, Reservation } from '../stay/reservation.ts';
import type { Precondition } from '../stay/precondition.ts';
import { unchanged } from '../stay/transitions.ts';
import type { StateChange } from '../stay/transitions.ts';

/** Fields that an operator may write; what is undefined stays as it is. */
export interface DetailsPatch extends Readonly<Partial<Record<PlainDetail, string | null | undefined>>> {
  readonly metadata?: MetadataPatch | undefined;
}

/** Fields that an operator changes, alone or with the state. */
export interface BookingChange {
  readonly ifMatch?: Precondition;
  readonly reason?: string | undefined;
  readonly details: DetailsPatch;
}

/** The change seals the guest with its new fields. */
export function changesGuest(patch: DetailsPatch): boolean {
  return SEALED_DETAILS.some((name) => patch[name] !== undefined);
}

/** A transition, and fields that are changed in the same step. */
export function withDetails(
  transited: StateChange,
  { reason = null, details }: { readonly reason?: string | null | undefined; readonly details: DetailsPatch },
  at: Temporal.Instant,
): Result<StateChange, Refusal<'validation_failed'>> {
  const changed = changeDetails({ ...transited.next, moveReason: reason }, details, at);
  if (!changed.ok) return changed;
  const { next } = changed.value;
  const events = [...transited.events, ...changed.value.events].map((event) => ({
    ...event,
    reservation: next,
  }));
  return ok({ next, events, refund: transited.refund });
}

/** Another booking has the reference that this one had before it expired. */
export function withoutReference({ next, events, ...change }: StateChange): StateChange {
  const kept = { ...next, externalReference: null, version: next.version + 1 };
  return { ...change, next: kept, events: events.map((event) => ({ ...event, reservation: kept })) };
}

/** The address of a booking that the guest made is the guest's to verify. */
function checkAddress(
  { source }: Reservation,
  { guestEmail }: DetailsPatch,
): Result<null, Refusal<'validation_failed'>> {
  if (guestEmail === undefined || source === 'manual') return ok(null);
  const errors = [{ pointer: '/guestEmail', message: 'only of a booking with the source manual' }];
  return refuse('validation_failed', 'The guest has verified the address.', { errors });
}

/** Changes nothing where every field has its value already. */
export function changeDetails(
  reservation: Reservation,
  patch: DetailsPatch,
  at: Temporal.Instant,
): Result<StateChange, Refusal<'validation_failed'>> {
  const addressed = checkAddress(reservation, patch);
  if (!addressed.ok) return addressed;
  const { metadata: metadataPatch } = patch;
  const metadata =
    metadataPatch === undefined ? reservation.metadata : mergeMetadata(reservation.metadata, metadataPatch);
  const checked = metadataPatch === undefined ? ok(null) : checkMetadata(metadata);
  if (!checked.ok) return checked;
  const plain = Object.fromEntries(
    PLAIN_DETAILS.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]]])),
  ) as Partial<BookingDetails>;
  const next: Reservation = {
    ...reservation,
    ...plain,
    metadata,
    version: reservation.version + 1,
    updatedAt: at,
  };
  const changes = changedDetails(reservation, next);
  if (changes.length === 0) return unchanged(reservation);
  return ok({ next, events: [{ verb: 'updated', reservation: next, changes }], refund: null });
}
