import type { PaymentHandle } from '@lodging/contract-payments';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { dueByNowOf, lowersObligation, moveAmounts } from '../../domain/changes/change-money.ts';
import type { PaidMoney } from '../../domain/changes/change-money.ts';
import { checkAllowed, movesUnits, targetOfProposal } from '../../domain/changes/requested-change.ts';
import {
  changeNotFound,
  changeOutdated,
  changeQuoteExpired,
  invalidChangeToken,
} from '../../domain/changes/stay-change.ts';
import type {
  ChangeRefund,
  NewStayChange,
  QuotedChange,
  SettleMode,
  StayChange,
} from '../../domain/changes/stay-change.ts';
import { idempotencyKeyConflict } from '../../domain/creation/reservation-creation.ts';
import { authorOf } from '../../domain/history/author.ts';
import type { Author } from '../../domain/history/history.ts';
import { checkPrecondition } from '../../domain/stay/precondition.ts';
import type { Precondition } from '../../domain/stay/precondition.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ChangedField } from '../../domain/stay/stay-of-change.ts';
import type { ChangeSnapshot, DecideChange } from '../../ports/changes.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { BookingWithTerms } from '../bookings/read-booking.ts';
import { createOnce } from '../creation/idempotent-create.ts';
import type { CreateAttempt } from '../creation/idempotent-create.ts';
import { attemptOf, moveAndApply } from './apply-change.ts';
import type { ApplyChangeDeps } from './apply-change.ts';
import { moneyOf } from './money-of.ts';
import { openChangePayment, paymentOf } from './open-change-payment.ts';
import { settleChange } from './settle-change.ts';

export type ChangeStayDeps = ApplyChangeDeps &
  Pick<ReservationsDeps, 'changeTokens' | 'newId' | 'changeSeconds'>;

export interface ChangeStay {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly changeToken: string;
  readonly settle: SettleMode;
  readonly ifMatch?: Precondition;
  /** Only a change that an earlier request has made. */
  readonly repeats?: boolean | undefined;
  readonly action: 'changed' | 'relocated';
  /** Absent: who sends the request. */
  readonly author?: Author;
  /** The refusal of a change of these fields, for who may not change all of them. */
  readonly checkFields?: (fields: readonly ChangedField[]) => Result<void>;
}

export interface ChangedStay {
  readonly booking: BookingWithTerms;
  readonly change: StayChange;
  readonly payment: PaymentHandle | null;
  readonly refunds: readonly ChangeRefund[];
  readonly replayed: boolean;
}

/** Applies a quoted change, or has it wait for its payment: once per Idempotency-Key. */
export function changeOnce(
  deps: ChangeStayDeps,
  ctx: RequestContext,
  input: ChangeStay,
): Promise<Result<ChangedStay>> {
  return createOnce(async () => {
    const existing = await deps.changes.findByKey(ctx.tenantId, input.idempotencyKey);
    if (existing !== undefined) return goOn(deps, ctx, input, existing);
    return input.repeats === true ? changeNotFound() : begin(deps, ctx, input);
  });
}

async function begin(
  deps: ChangeStayDeps,
  ctx: RequestContext,
  input: ChangeStay,
): Promise<CreateAttempt<ChangedStay>> {
  const { reservationId, idempotencyKey, ifMatch } = input;
  const { tenantId } = ctx;
  const [snapshot, quote] = await Promise.all([
    deps.reservations.findWithTerms(tenantId, reservationId),
    deps.changeTokens.read(input.changeToken),
  ]);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const unchanged = checkPrecondition(ifMatch, snapshot.reservation);
  if (!unchanged.ok) return unchanged;
  if (quote === undefined || quote.tenantId !== tenantId || quote.reservationId !== reservationId)
    return invalidChangeToken();
  const permitted = input.checkFields?.(quote.changes) ?? ok(undefined);
  if (!permitted.ok) return permitted;
  if (Temporal.Instant.compare(quote.expiresAt, snapshot.at) <= 0) return changeQuoteExpired();
  const money = await moneyOf(deps, ctx, snapshot);
  const decide = decisionOn(deps, ctx, input, { quote, money });
  const outcome = await deps.changes.begin(tenantId, reservationId, idempotencyKey, decide);
  if (outcome.kind === 'busy' || outcome.kind === 'exists') return 'wait';
  if (outcome.kind === 'refused') return { ok: false, refusal: outcome.refusal };
  return proceed(deps, ctx, outcome.change, outcome.reservation);
}

interface Known {
  readonly quote: QuotedChange;
  readonly money: PaidMoney;
}

function decisionOn(
  { newId, changeSeconds }: Pick<ChangeStayDeps, 'newId' | 'changeSeconds'>,
  ctx: RequestContext,
  { reservationId, idempotencyKey, fingerprint, settle, ifMatch, action, author }: ChangeStay,
  { quote, money }: Known,
): DecideChange {
  const { tenantId: _tenant, reservationId: _id, version, expiresAt: _expires, ...proposal } = quote;
  return (reservation, at) => {
    const unchanged = checkPrecondition(ifMatch, reservation);
    if (!unchanged.ok) return unchanged;
    if (reservation.version !== version) return changeOutdated(reservation.version);
    const allowed = checkAllowed(reservation, targetOfProposal(proposal), at);
    if (!allowed.ok) return allowed;
    const { terms, total } = proposal;
    const sums = {
      after: total.minorUnits,
      retainedInAll: retainedOf(terms),
      dueByNow: dueByNowOf(terms.schedule, at),
    };
    const moved = moveAmounts(sums, money);
    const isPaidFirst = settle === 'now' && moved.due > 0n && reservation.state !== 'held';
    const moves = movesUnits(reservation, targetOfProposal(proposal));
    return ok<NewStayChange>({
      id: newId(),
      reservationId,
      livemode: ctx.livemode,
      idempotencyKey,
      fingerprint,
      state: isPaidFirst ? 'awaiting_payment' : 'applying',
      settle,
      proposal,
      ...moved,
      movesUnits: moves,
      partIds: isPaidFirst && moves ? [newId(), newId(), newId()] : [],
      author: author ?? authorOf(ctx),
      action,
      expiresAt: isPaidFirst ? at.add({ seconds: changeSeconds }) : null,
    });
  };
}

/** An earlier request with the key is answered as it was; one that was abandoned is taken over. */
async function goOn(
  deps: ChangeStayDeps,
  ctx: RequestContext,
  { reservationId, fingerprint }: ChangeStay,
  { change, at }: ChangeSnapshot,
): Promise<CreateAttempt<ChangedStay>> {
  if (change.reservationId !== reservationId || change.fingerprint !== fingerprint)
    return idempotencyKeyConflict();
  const isUnfinished =
    change.state === 'applying' || (change.state === 'awaiting_payment' && !change.isPayable);
  if (!isUnfinished) return replay(deps, ctx, change);
  const { nextAttemptAt } = change;
  if (change.isPaid || (nextAttemptAt !== null && Temporal.Instant.compare(nextAttemptAt, at) > 0))
    return 'wait';
  const taken = await deps.changes.takeOver(attemptOf(change));
  return taken === undefined ? 'wait' : proceed(deps, ctx, taken);
}

async function proceed(
  deps: ChangeStayDeps,
  ctx: RequestContext,
  change: StayChange,
  known?: Reservation,
): Promise<CreateAttempt<ChangedStay>> {
  if (change.state === 'awaiting_payment') {
    const opened = await openChangePayment(deps, ctx, change);
    if (!opened.ok) return opened;
    if (opened.value === 'taken_over') return 'wait';
    return answer(deps, { ...change, isPayable: true }, { payment: opened.value, refunds: [] });
  }
  const applied: Result<string, Refusal> = await moveAndApply(deps, change, known);
  if (!applied.ok) return applied;
  if (applied.value === 'taken_over') return 'wait';
  const done = { ...change, state: 'applied' as const };
  const refunds = lowersObligation(change) ? await settleChange(deps, done) : [];
  return answer(deps, done, { payment: null, refunds: refunds ?? [] });
}

async function replay(
  deps: ChangeStayDeps,
  ctx: RequestContext,
  change: StayChange,
): Promise<CreateAttempt<ChangedStay>> {
  const opened =
    change.state === 'awaiting_payment'
      ? await deps.payments.openChangeIntent(ctx, paymentOf(change))
      : undefined;
  const payment = opened?.ok === true ? opened.value : null;
  return answer(deps, change, { payment, refunds: change.refunds ?? [], replayed: true });
}

interface AnswerParts {
  readonly payment: PaymentHandle | null;
  readonly refunds: readonly ChangeRefund[];
  readonly replayed?: boolean;
}

async function answer(
  { reservations }: ChangeStayDeps,
  change: StayChange,
  { payment, refunds, replayed = false }: AnswerParts,
): Promise<Result<ChangedStay>> {
  const snapshot = await reservations.findWithTerms(change.tenantId, change.reservationId);
  if (snapshot === undefined) return bookingNotFound();
  const { at, terms, cancellation, balanceState } = snapshot;
  const booking = { reservation: asOf(snapshot.reservation, at), terms, cancellation, balanceState };
  return ok({ booking, change, payment, refunds, replayed });
}
