import { keysetValues } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { isLockTimeout, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { changePending, isVisible } from '../../domain/changes/stay-change.ts';
import type { NewStayChange, StayChange } from '../../domain/changes/stay-change.ts';
import type { HistoryAction, Author } from '../../domain/history/history.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import type {
  BeginOutcome,
  ChangeAttempt,
  ChangeRepository,
  ChangeSnapshot,
  DecideChange,
  EndState,
} from '../../ports/changes.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { historyValues } from '../history/history-statements.ts';
import { toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';
import { addEntries, lockReservation } from '../stay/update-reservation.ts';
import { toStayChange } from './change-schema.ts';
import type { ChangeRow } from './change-schema.ts';
import { proposalColumn } from './proposal-json.ts';
import {
  deleteChange,
  findChange,
  findChangeByKey,
  findOpenChange,
  finishChange,
  insertChange,
  leaseDueChanges,
  purgeChangeKeys,
  listChanges,
  lockChange,
  markReservation,
  releaseChange,
  takeOverChange,
  writeEnded,
  writePayable,
  writeResumed,
} from './change-statements.ts';

export interface ChangeRepositoryDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly sealer: GuestSealer;
}

const ONE_OPEN = 'stay_changes_one_open';
const ONE_PER_KEY = 'stay_changes_one_per_key';
/** After every change. */
const NONE = { afterCreatedAt: 'infinity', afterId: '00000000-0000-0000-0000-000000000000', limit: 0 };

export function createChangeRepository(deps: ChangeRepositoryDeps): ChangeRepository {
  const { db } = deps;
  return {
    find: (tenantId, id) => findOne(db, tenantId, findChange({ tenantId, id })),
    findByKey: (tenantId, idempotencyKey) =>
      findOne(db, tenantId, findChangeByKey({ tenantId, idempotencyKey })),
    list: (tenantId, reservationId, page) => listOf(db, { tenantId, reservationId }, page),
    async findOpen(tenantId, reservationId) {
      const statement = findOpenChange({ tenantId, reservationId });
      const [row] = await db.readInTenant<ChangeRow>(tenantId, statement);
      return row && toStayChange(row);
    },
    begin: (tenantId, reservationId, idempotencyKey, decide) =>
      begin(deps, { tenantId, reservationId, idempotencyKey }, decide),
    async takeOver(attempt) {
      const [row] = await db.writeInTenant<ChangeRow>(attempt.tenantId, takeOverChange(attempt));
      return row && toStayChange(row);
    },
    awaitPayment: (attempt, author) =>
      underLock(deps, attempt, (tx, { reservation, at }) => {
        const { tenantId, id } = attempt;
        tx.atCommit(writePayable({ tenantId, id }));
        addEntry(deps, tx, { reservation, at, author, action: 'change_awaits_payment' });
      }),
    resume: (change, allows) => resume(deps, change, allows),
    end: (attempt, state, author) => end(deps, attempt, { state, author }),
    forget: (attempt) =>
      underLock(deps, attempt, (tx) => {
        const { tenantId, id } = attempt;
        unmark(tx, attempt);
        tx.atCommit(deleteChange({ tenantId, id }));
      }),
    async finish(attempt, refunds) {
      const json = refunds === undefined ? null : JSON.stringify(refunds);
      await db.writeInTenant(attempt.tenantId, finishChange({ ...attempt, refunds: json }));
    },
    async release(attempt) {
      await db.writeInTenant(attempt.tenantId, releaseChange(attempt));
    },
    leaseDue: (limit) => leaseDue(db, limit),
    async purgeKeys() {
      await db.acrossTenants((tx) => tx.query(purgeChangeKeys({})));
    },
  };
}

async function listOf(
  db: Database,
  { tenantId, reservationId }: { readonly tenantId: string; readonly reservationId: string },
  page: Parameters<ChangeRepository['list']>[2],
): ReturnType<ChangeRepository['list']> {
  const keyset = keysetValues(page) ?? NONE;
  const statement = listChanges({ tenantId, reservationId, ...keyset });
  const rows = await db.readInTenant<ChangeRow & { readonly position: string }>(tenantId, statement);
  return rows.map(({ position, ...row }) => ({
    change: toStayChange(row),
    position: { createdAt: position, id: row.id },
  }));
}

type Statement = ReturnType<typeof findChange>;

async function findOne(
  db: Database,
  tenantId: string,
  statement: Statement,
): Promise<ChangeSnapshot | undefined> {
  const [row] = await db.readInTenant<ChangeRow & { readonly at: Temporal.Instant }>(tenantId, statement);
  if (row === undefined) return undefined;
  const { at, ...change } = row;
  return { change: toStayChange(change), at };
}

interface Begun {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly idempotencyKey: string;
}

async function begin(deps: ChangeRepositoryDeps, key: Begun, decide: DecideChange): Promise<BeginOutcome> {
  try {
    return await deps.db.inTenant(key.tenantId, (tx) => beginLocked(deps, tx, key, decide));
  } catch (error) {
    if (isLockTimeout(error) || isUniqueViolation(error, ONE_OPEN)) return { kind: 'busy' };
    if (!isUniqueViolation(error, ONE_PER_KEY)) throw error;
    // A request with this key for another booking has come first.
    const { change } = (await findOne(deps.db, key.tenantId, findChangeByKey(key))) ?? {};
    return change === undefined ? { kind: 'busy' } : { kind: 'exists', change };
  }
}

async function beginLocked(
  { sealer }: ChangeRepositoryDeps,
  tx: Tx,
  { tenantId, reservationId, idempotencyKey }: Begun,
  decide: DecideChange,
): Promise<BeginOutcome> {
  // The second one begins once the first one has its lock.
  const [[row], [twin]] = await tx.queryAll<[ReservationRowAt, ChangeRow & { at: unknown }]>([
    lockReservation({ tenantId, id: reservationId }),
    findChangeByKey({ tenantId, idempotencyKey }),
  ]);
  if (row === undefined || row.state === 'pending') return { kind: 'refused', ...bookingNotFound() };
  if (twin !== undefined) return { kind: 'exists', change: toStayChange(twin) };
  if (row.changeState === 'applying') return { kind: 'busy' };
  if (row.changeId !== null) {
    const [open] = await tx.query<ChangeRow>(lockChange({ tenantId, id: row.changeId }));
    if (open !== undefined && !isVisible(open)) return { kind: 'busy' };
    return { kind: 'refused', ...changePending(row.changeId) };
  }
  const reservation = toReservation(row, sealer);
  const decided = decide(asOf(reservation, row.at), row.at);
  if (!decided.ok) return { kind: 'refused', refusal: decided.refusal };
  const change = decided.value;
  const [inserted] = await tx.query<ChangeRow>(insertChange(rowOf(tenantId, change, row.at)));
  if (inserted === undefined) throw new Error(`change ${change.id} was not inserted`);
  const { id: changeId, state: changeState } = change;
  tx.atCommit(markReservation({ tenantId, reservationId, changeId, changeState }));
  return { kind: 'begun', change: toStayChange(inserted), reservation };
}

function rowOf(tenantId: string, change: NewStayChange, createdAt: Temporal.Instant) {
  const { proposal, author, ...rest } = change;
  const { actor, requestId, note } = author;
  return {
    ...rest,
    tenantId,
    proposal: proposalColumn(proposal),
    actor: JSON.stringify(actor),
    requestId,
    note,
    createdAt,
  };
}

interface Locked {
  readonly reservation: ReturnType<typeof toReservation>;
  readonly change: StayChange;
  readonly at: Temporal.Instant;
  /** The change that the reservation has open. */
  readonly openChangeId: string | null;
}

/** The reservation first, then its change, so that no two lock crosswise. False: another attempt has begun since. */
async function underLock(
  { db, sealer }: ChangeRepositoryDeps,
  { tenantId, id, reservationId, attempt }: ChangeAttempt,
  write: (tx: Tx, locked: Locked) => void,
): Promise<boolean> {
  return db.inTenant(tenantId, async (tx) => {
    const [row] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id: reservationId }));
    const [change] = await tx.query<ChangeRow>(lockChange({ tenantId, id }));
    if (row === undefined || change === undefined || change.attempt !== attempt) return false;
    const { at, changeId: openChangeId } = row;
    write(tx, { reservation: toReservation(row, sealer), change: toStayChange(change), at, openChangeId });
    return true;
  });
}

function unmark(
  tx: Tx,
  { tenantId, reservationId }: Pick<ChangeAttempt, 'tenantId' | 'reservationId'>,
): void {
  tx.atCommit(markReservation({ tenantId, reservationId, changeId: null, changeState: null }));
}

interface Entry {
  readonly reservation: Locked['reservation'];
  readonly at: Temporal.Instant;
  readonly author: Author;
  readonly action: HistoryAction;
  readonly note?: string;
}

/** The entry has the version of the reservation, which stays as it is. */
function addEntry(
  { newId }: ChangeRepositoryDeps,
  tx: Tx,
  { reservation, at, author, action, note }: Entry,
): void {
  const entry = { action, version: reservation.version, changes: [], note: note ?? null };
  tx.atCommit(addEntries(historyValues(reservation, [entry], { at, author, newId })));
}

async function end(
  deps: ChangeRepositoryDeps,
  attempt: ChangeAttempt,
  { state, author }: { readonly state: EndState; readonly author: Author },
): Promise<boolean> {
  return underLock(deps, attempt, (tx, { reservation, change, at, openChangeId }) => {
    const { tenantId, id } = attempt;
    tx.atCommit(writeEnded({ tenantId, id, state }));
    if (openChangeId === id) unmark(tx, attempt);
    if (change.isPayable)
      addEntry(deps, tx, { reservation, at, author, action: 'change_ended', note: state });
  });
}

/** No payment comes in twice, so it would await one without end. */
function refuseOpen(deps: ChangeRepositoryDeps, tx: Tx, locked: Locked): void {
  const { change, reservation, at } = locked;
  const { tenantId, id, author } = change;
  const state = 'refused';
  tx.atCommit(writeEnded({ tenantId, id, state }));
  unmark(tx, change);
  addEntry(deps, tx, { reservation, at, author, action: 'change_ended', note: state });
}

async function resume(
  deps: ChangeRepositoryDeps,
  { tenantId, id, reservationId }: StayChange,
  allows: (reservation: Locked['reservation'], at: Temporal.Instant) => boolean,
): Promise<StayChange | 'busy' | 'refused' | undefined> {
  return deps.db.inTenant(tenantId, async (tx) => {
    const [row] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id: reservationId }));
    const [change] = await tx.query<ChangeRow>(lockChange({ tenantId, id }));
    if (row === undefined || change === undefined) return undefined;
    if (row.changeState === 'applying') return 'busy';
    // The money of one that was paid, and whose units were taken, went back.
    const isOpen = change.state === 'awaiting_payment' || (change.state === 'expired' && !change.isPaid);
    const isAlone = row.changeId === null || row.changeId === id;
    if (!isOpen || !isAlone) return undefined;
    const reservation = toReservation(row, deps.sealer);
    if (!allows(asOf(reservation, row.at), row.at)) {
      if (change.state === 'expired') return undefined;
      refuseOpen(deps, tx, { reservation, change: toStayChange(change), at: row.at, openChangeId: id });
      return 'refused';
    }
    const [resumed] = await tx.query<ChangeRow>(writeResumed({ tenantId, id }));
    if (resumed === undefined) return undefined;
    tx.atCommit(markReservation({ tenantId, reservationId, changeId: id, changeState: 'applying' }));
    return toStayChange(resumed);
  });
}

async function leaseDue(db: Database, limit: number): Promise<ChangeSnapshot[]> {
  const keys = await db.acrossTenants((tx) =>
    tx.query<{ tenantId: string; id: string }>(leaseDueChanges({ limit })),
  );
  const found = await Promise.all(
    keys.map(({ tenantId, id }) => findOne(db, tenantId, findChange({ tenantId, id }))),
  );
  return found.filter((one) => one !== undefined);
}
