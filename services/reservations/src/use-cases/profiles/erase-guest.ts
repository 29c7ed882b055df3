import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Money as MoneyOfLedger } from '@lodging/contract-payments';
import { authorOf } from '../../domain/history/author.ts';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import type { ElsewhereKnown } from '../../domain/profiles/erasure.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { hasOpenMoney, isOpenStay } from '../../domain/profiles/open-stays.ts';
import { guestHasOpenStays, guestNotFound, tooManyStays } from '../../domain/profiles/refusals.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { MAX_STAYS_OF_GUEST } from '../../ports/profiles.ts';
import type { CheckedStays, ErasedGuest } from '../../ports/profiles.ts';
import type { ReservationSnapshot } from '../../ports/stay.ts';

export type EraseGuestDeps = Pick<ReservationsDeps, 'guests' | 'payments'>;

/** Bookings may be made while their money is read. */
const ATTEMPTS = 3;

/** Erases the guest everywhere in this service, unless a booking is open. A repeated request gets the same answer. */
export async function eraseGuest(
  deps: EraseGuestDeps,
  ctx: RequestContext,
  { guestId }: { readonly guestId: string },
): Promise<Result<ErasedGuest>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const guest = await deps.guests.find(ctx.tenantId, guestId);
    if (guest === undefined) return guestNotFound();
    const erasure =
      guest.erasedAt === null ? undefined : await deps.guests.findErasure(ctx.tenantId, guestId);
    if (erasure !== undefined) return ok({ erasure, replayed: true });
    const checked = await checkStays(deps, ctx, guest);
    if (!checked.ok) return checked;
    const erased = await deps.guests.erase(ctx.tenantId, guest, checked.value, authorOf(ctx));
    if (erased !== 'changed') return erased;
  }
  return resourceLocked();
}

async function checkStays(
  { guests, payments }: EraseGuestDeps,
  ctx: RequestContext,
  guest: Guest,
): Promise<Result<CheckedStays, Refusal<'guest_has_open_stays' | 'limit_reached'>>> {
  const stays = await guests.readStays(ctx.tenantId, guest, MAX_STAYS_OF_GUEST + 1);
  if (stays.length > MAX_STAYS_OF_GUEST) return tooManyStays(MAX_STAYS_OF_GUEST);
  const open = stays.filter(({ reservation, at, isSettling }) => isSettling || isOpenStay(reservation, at));
  if (open.length > 0) return guestHasOpenStays(open.map(({ reservation }) => reservation.id));
  const reservations = stays.map(owedBy);
  const moneys = await payments.readMoneys(ctx, reservations);
  const ids = reservations.map(({ id }) => id);
  const unsettled = ids.filter((_id, index) => hasOpenMoney(moneys[index] ?? NO_ANSWER));
  if (unsettled.length > 0) return guestHasOpenStays(unsettled);
  return ok({ ids, elsewhere: knownElsewhere(moneys) });
}

/** A booking without an answer is not settled. */
const NO_ANSWER = { dueMinorUnits: '', owedMinorUnits: '', refunds: [] };

/** Of a stay that is over, all of its price is due. */
function owedBy({ reservation, at }: ReservationSnapshot) {
  const current = asOf(reservation, at);
  return { id: current.id, obligation: obligationOf(current, scheduleOf(current, undefined), at) };
}

function knownElsewhere(moneys: readonly MoneyOfLedger[]): ElsewhereKnown[] {
  const accounts = moneys.flatMap(({ accounts: known = [] }) => known);
  const byId = Map.groupBy(accounts, ({ accountId }) => accountId);
  return [...byId].map(([accountId, known]) => ({
    system: 'payment_provider',
    accountId,
    paymentIntentIds: known.flatMap(({ paymentIntentIds }) => paymentIntentIds),
  }));
}
