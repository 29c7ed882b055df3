import { ok } from '@lodging/kernel';
import type { NewId, Refusal, Result } from '@lodging/kernel';
import { commitWithEvents, markProcessed } from '@lodging/kit-messaging';
import type { ComposedChange } from '@lodging/kit-messaging';
import { isLockTimeout, isUniqueViolation, namedStatement } from '@lodging/kit-postgres';
import type { Database, Part, ReadStatement, Tx } from '@lodging/kit-postgres';
import { linkToOrigin } from '@lodging/kit-runtime';
import { withoutReference } from '../../domain/bookings/booking-details.ts';
import { changedDetails } from '../../domain/bookings/changed-details.ts';
import { changeEnded, historyEntriesOf } from '../../domain/history/history.ts';
import type { ChangedStay } from '../../domain/history/history.ts';
import { bookedGuestOf } from '../../domain/profiles/guest.ts';
import { referenceTaken, resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { hasEnded } from '../../domain/money/obligation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { StateChange } from '../../domain/stay/transitions.ts';
import { eventsToWire } from '../../wire/stay.ts';
import { countStateChange } from '../../metrics.ts';
import type { Decide, UpdatedReservation, UpdateOptions } from '../../ports/stay.ts';
import { readChangedStay, statementsOfChange, stayOfChangeStatement } from '../changes/apply-statements.ts';
import { endChangeOfReservation, lockChange, markReservation } from '../changes/change-statements.ts';
import { replaceDetails } from '../bookings/detail-statements.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { addHistory, historyValues, recordHistoryEvent } from '../history/history-statements.ts';
import type { HistoryValues } from '../history/history-statements.ts';
import { guestOfChangedBooking, guestOfNewAddress } from '../profiles/link-statements.ts';
import { raiseGeneration } from '../manage/guest-link-repository.ts';
import { recordObligation } from '../money/refund-obligation-repository.ts';
import { reservationColumns } from '../schema.ts';
import { toReservation } from './reservation-rows.ts';
import { insertSettlement } from '../cancellation/settlement-repository.ts';
import type { ReservationRowAt } from './reservation-rows.ts';

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

/** Until the timer may release the units of a no-show that the request has not released. */
const RELEASE_LEASE_SECONDS = 10;

/** Reads the time after the lock is granted: the wait for the lock may be long. */
export const lockReservation = namedStatement<Key>(
  'lock_reservation',
  `WITH locked AS MATERIALIZED (
     SELECT ${reservationColumns} FROM reservations WHERE tenant_id = $tenantId AND id = $id FOR UPDATE)
   SELECT *, clock_timestamp() AS at FROM locked`,
);

/** A transition ends the attempt of its reservation, whichever it is. */
const writeTransition = namedStatement<
  Key &
    Pick<Reservation, 'state' | 'version' | 'holdExpiresAt' | 'updatedAt' | 'moveReason'> & {
      readonly freesKey: boolean;
      readonly refundDecided: boolean;
    }
>(
  'write_transition',
  `UPDATE reservations
      SET state = $state, version = $version, hold_expires_at = $holdExpiresAt, updated_at = $updatedAt,
          confirmed_at = CASE WHEN $state = 'confirmed' THEN $updatedAt::timestamptz ELSE confirmed_at END,
          move_reason = $moveReason, units_to_free = ($state = 'no_show'),
          no_show_at = CASE WHEN $state = 'no_show' THEN coalesce(no_show_at, $updatedAt::timestamptz) ELSE no_show_at END,
          refund_decided = $refundDecided,
          awaits_payment_handle = false,
          attempt_until = CASE WHEN $state = 'no_show'
            THEN clock_timestamp() + interval '${RELEASE_LEASE_SECONDS} seconds' ELSE $updatedAt END,
          idempotency_key = CASE WHEN $freesKey THEN NULL ELSE idempotency_key END,
          fingerprint = CASE WHEN $freesKey THEN NULL ELSE fingerprint END
    WHERE tenant_id = $tenantId AND id = $id`,
);

export const addEntries = namedStatement<HistoryValues>('add_history', addHistory('true'));

const REFERENCE = 'reservations_one_per_reference';

const findByReference = namedStatement<{ readonly tenantId: string; readonly reference: string }>(
  'find_by_reference',
  `SELECT id, state FROM reservations
    WHERE tenant_id = $tenantId AND external_reference = $reference AND state NOT IN ('cancelled', 'expired')`,
);

export interface ReferenceHolder {
  readonly id: string;
  readonly isPending: boolean;
}

/** The booking that keeps others from having the reference. */
export async function holderOfReference(
  db: Database,
  tenantId: string,
  reference: string,
): Promise<ReferenceHolder | undefined> {
  const statement = findByReference({ tenantId, reference });
  const [row] = await db.readInTenant<{ id: string; state: string }>(tenantId, statement);
  return row && { id: row.id, isPending: row.state === 'pending' };
}

export interface UpdateDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly sealer: GuestSealer;
}

type Updated = Result<UpdatedReservation, Refusal> | undefined;

export async function updateReservation(
  deps: UpdateDeps,
  { tenantId, id }: Key,
  decide: Decide,
  options: UpdateOptions,
): Promise<Updated> {
  deps.db.requireCommits();
  const attempt = (mayKeepReference: boolean) =>
    deps.db.inTenant(tenantId, (tx) =>
      runUpdate(deps, tx, { tenantId, id }, decide, { ...options, mayKeepReference }),
    );
  try {
    return await attempt(true);
  } catch (error) {
    // Another transaction has held the row's lock for as long as a statement may wait for one.
    if (isLockTimeout(error)) return resourceLocked();
    if (!isUniqueViolation(error, REFERENCE)) throw error;
    return attempt(false).catch((retryError: unknown) => {
      // The reference was freed and taken again in between.
      if (isUniqueViolation(retryError, REFERENCE)) return resourceLocked();
      throw retryError;
    });
  }
}

interface RunOptions extends UpdateOptions {
  /** False: another booking had the reference a moment ago. */
  readonly mayKeepReference: boolean;
}

async function runUpdate(
  deps: UpdateDeps,
  tx: Tx,
  { tenantId, id }: Key,
  decide: Decide,
  options: RunOptions,
): Promise<Updated> {
  const { sealer } = deps;
  const [row] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id }));
  if (row === undefined) return undefined;
  if (!(await mayUpdate(tx, row, options))) throw new ChangeInProgress();
  linkToOrigin(row.traceparent);
  if (options.historyEvent !== undefined)
    tx.atCommit(recordHistoryEvent(tenantId, options.historyEvent, deps.newId));
  const { at } = row;
  const current = toReservation(row, sealer);
  const unchanged = ok({ reservation: current, at, owed: null });
  if (options.abandonedAttempt !== undefined && row.attempt !== options.abandonedAttempt) return unchanged;
  const decided = decide(current, at);
  if (!decided.ok) return decided;
  const change = options.mayKeepReference
    ? ok(decided.value)
    : await withFreeReference(tx, current, decided.value);
  if (!change.ok) return change;
  const { next, refund, settlement } = change.value;
  if (next === current && refund === null) return unchanged;
  if (!(await markProcessed(tx, tenantId, options.mark))) return unchanged;
  const details = changedDetails(current, next);
  const guestId = await replaceGuest(deps, tx, row, next, details);
  const stayChange = await readChangedStay(tx, change.value);
  const written = await writeChange(deps, tx, row, { current, next, details, stayChange }, options);
  const owed = refund === null ? null : await recordObligation(tx, next, refund);
  for (const statement of statementsOfStay(change.value, row)) tx.atCommit(statement);
  commitWithEvents(tx, written, eventsToWire(change.value, deps.newId));
  if (settlement) tx.atCommit(insertSettlement({ tenantId, reservationId: id }, settlement));
  tx.afterCommit(() => countStateChange(current, change.value));
  return ok({ reservation: { ...next, guestId }, at, owed, settlement });
}

/** A booking with another address is another guest's, and the links of the guest before end. */
async function replaceGuest(
  { newId, sealer }: UpdateDeps,
  tx: Tx,
  row: ReservationRowAt,
  next: Reservation,
  details: readonly string[],
): Promise<string | null> {
  const guest = bookedGuestOf(next);
  if (!details.includes('guestEmail') || guest === undefined) return next.guestId;
  const { tenantId, id } = row;
  let found: { guestId: string }[] = [];
  for (const statement of guestOfNewAddress(sealer, row, { guest, newId }))
    found = await tx.query<{ guestId: string }>(statement);
  tx.atCommit(raiseGeneration({ tenantId, reservationId: id }));
  return found[0]?.guestId ?? null;
}

/** Another worker is moving the units of the reservation: its stay, price and state are about to be others. */
export class ChangeInProgress extends Error {
  override readonly name = 'ChangeInProgress';
}

/** A change of the stay is committed by the worker that moved its units, unless another one has taken over. */
async function mayUpdate(
  tx: Tx,
  { tenantId, changeId, changeState }: ReservationRowAt,
  { change }: UpdateOptions,
): Promise<boolean> {
  if (change === undefined) return changeState !== 'applying';
  if (changeId !== change.id || changeState !== 'applying') return false;
  const [row] = await tx.query<{ attempt: number }>(lockChange({ tenantId, id: change.id }));
  return row?.attempt === change.attempt;
}

/** A change that awaits its payment ends with the reservation. */
function endsChange(next: Reservation, { changeId }: ReservationRowAt): boolean {
  return changeId !== null && hasEnded(next);
}

/** One whose payment is still being opened was not in the history yet. */
async function endsShownChange(tx: Tx, next: Reservation, row: ReservationRowAt): Promise<boolean> {
  const { tenantId, changeId } = row;
  if (changeId === null || !endsChange(next, row)) return false;
  const [change] = await tx.query<{ isPayable: boolean }>(lockChange({ tenantId, id: changeId }));
  return change?.isPayable === true;
}

function statementsOfStay({ next, stayChange }: StateChange, row: ReservationRowAt): ReadStatement[] {
  if (stayChange !== undefined) return statementsOfChange(next, stayChange);
  if (!endsChange(next, row)) return [];
  const { tenantId, id: reservationId } = next;
  return [
    endChangeOfReservation({ tenantId, reservationId }),
    markReservation({ tenantId, reservationId, changeId: null, changeState: null }),
  ];
}

/** A booking that comes back after its hold had expired comes without a reference that is another's by now. */
async function withFreeReference(
  tx: Tx,
  current: Reservation,
  change: StateChange,
): Promise<Result<StateChange, Refusal<'external_reference_taken'>>> {
  const { tenantId, externalReference: reference } = change.next;
  if (reference === null) return ok(change);
  const [holder] = await tx.query<{ id: string }>(findByReference({ tenantId, reference }));
  if (holder === undefined || holder.id === current.id) return ok(change);
  return current.state === 'expired' && change.next.state === 'confirmed'
    ? ok(withoutReference(change))
    : referenceTaken(holder.id);
}

interface Change {
  readonly current: Reservation;
  readonly next: Reservation;
  /** The names of the details that differ. */
  readonly details: readonly string[];
  readonly stayChange: ChangedStay | undefined;
}

/** Writes the details. The rest of the change is written with its events. */
async function writeChange(
  { newId, sealer }: UpdateDeps,
  tx: Tx,
  row: ReservationRowAt,
  { current, next, details, stayChange }: Change,
  { author, abandonedAttempt, changesGuest = false }: RunOptions,
): Promise<ComposedChange> {
  if (next === current) return { name: 'nothing', parts: [] };
  const written = historyEntriesOf(current, next, stayChange);
  const ended = (await endsShownChange(tx, next, row)) ? [changeEnded(current)] : [];
  const history = historyValues(next, [...ended, ...written], {
    at: next.updatedAt,
    author,
    newId,
  });
  const freesKey = abandonedAttempt !== undefined;
  const refundDecided = next.state === 'expired' && next.refundDecided;
  if (details.length > 0) {
    // While its secret is replaced the guest is sealed with its search tokens, so that both are under one key.
    const isSealed = changesGuest || sealer.keyIds.length > 1;
    await replaceDetails(tx, next, { guest: isSealed ? sealer.seal(row, next) : undefined, sealer });
    const guest = bookedGuestOf(next);
    const isLinked = details.includes('guestEmail');
    if (guest && !isLinked && (changesGuest || row.guestId === null))
      for (const statement of guestOfChangedBooking(sealer, row, { guest, newId })) tx.atCommit(statement);
  }
  const entries: Part = ['entries', addEntries(history)];
  if (stayChange !== undefined)
    return { name: 'write_changed_stay', parts: [['written', stayOfChangeStatement(next)], entries] };
  const isMoved = next.state !== current.state || details.length === 0;
  return isMoved
    ? {
        name: 'write_transition',
        parts: [['written', writeTransition({ ...next, freesKey, refundDecided })], entries],
      }
    : { name: 'add_history', parts: [entries] };
}
