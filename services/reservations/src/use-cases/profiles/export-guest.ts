import { ok } from '@lodging/kernel';
import type { ListPosition, Result } from '@lodging/kernel';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Money as MoneyOfLedger } from '@lodging/contract-payments';
import { divideMoney } from '../../domain/money/ended-money.ts';
import type { DividedMoney } from '../../domain/money/ended-money.ts';
import { obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import type { Obligation } from '../../domain/money/obligation.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { guestNotFound, tooManyStays } from '../../domain/profiles/refusals.ts';
import type { ScheduledPayment } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import { ListTimeout } from '../../ports/bookings.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { SentMail } from '../../ports/neighbours.ts';
import { MAX_STAYS_OF_GUEST } from '../../ports/profiles.ts';
import type { ExportedStay } from '../../ports/profiles.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';

export type ExportGuestDeps = Pick<
  ReservationsDeps,
  'guests' | 'payments' | 'notifications' | 'newId' | 'clock'
>;

const PAGE = 100;
/** Left of the time of the request to write the document. */
const RESERVED_MS = 2_000;
/** A longer document is stored, in parts of so many units of text. */
const PART_LENGTH = 250_000;

/** A booking with its money, as the reads of both show them. */
export interface ExportedBooking extends ExportedStay {
  readonly schedule: readonly ScheduledPayment[];
  readonly obligation: Obligation;
  readonly penalty: bigint | null;
  readonly retained: bigint;
  readonly money: MoneyOfLedger;
  readonly divided: DividedMoney;
  readonly mails: readonly SentMail[];
}

export interface ExportedGuest {
  readonly at: Temporal.Instant;
  readonly guest: Guest;
  readonly stays: readonly ExportedBooking[];
}

export interface ExportGuest {
  readonly guestId: string;
  readonly write: (exported: ExportedGuest) => string;
}

export interface WrittenExport {
  /** Null where `content` is the whole document. */
  readonly exportId: string | null;
  readonly parts: number;
  readonly bytes: number;
  readonly content: string | null;
}

/** Everything that this service and payments know of a guest, as one document. A long one is stored for a day. */
export async function exportGuest(
  deps: ExportGuestDeps,
  ctx: RequestContext,
  { guestId, write }: ExportGuest,
): Promise<Result<WrittenExport>> {
  const guest = await deps.guests.find(ctx.tenantId, guestId);
  if (guest === undefined) return guestNotFound();
  if (guest.staysCount > MAX_STAYS_OF_GUEST) return tooManyStays(MAX_STAYS_OF_GUEST);
  const content = write({ at: deps.clock.now(), guest, stays: await collectStays(deps, ctx, guestId) });
  const bytes = new TextEncoder().encode(content).length;
  if (content.length <= PART_LENGTH) return ok({ exportId: null, parts: 1, bytes, content });
  const parts = partsOf(content);
  const exportId = deps.newId();
  await deps.guests.storeExport(ctx.tenantId, guestId, { id: exportId, parts });
  return ok({ exportId, parts: parts.length, bytes, content: null });
}

async function collectStays(
  deps: ExportGuestDeps,
  ctx: RequestContext,
  guestId: string,
): Promise<ExportedBooking[]> {
  const collected: ExportedBooking[] = [];
  let after: ListPosition | null = null;
  for (;;) {
    const page: ExportedStay[] = await deps.guests.listExported(ctx.tenantId, guestId, {
      after,
      limit: PAGE,
    });
    collected.push(...(await withMoney(deps, ctx, page)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return collected;
    if (remainingMs(ctx) <= RESERVED_MS) throw new ListTimeout('no time is left to complete the export');
    after = last.position;
  }
}

async function withMoney(
  { payments, notifications }: ExportGuestDeps,
  ctx: RequestContext,
  stays: readonly ExportedStay[],
): Promise<ExportedBooking[]> {
  const owing = stays.map((stay) => {
    const reservation = asOf(stay.reservation, stay.at);
    const schedule = scheduleOf(reservation, stay.terms?.schedule);
    const penalty = stay.cancellation?.keepMinorUnits ?? null;
    const retained = retainedOf(stay.terms);
    const obligation = obligationOf(reservation, schedule, stay.at, retained);
    return { ...stay, id: reservation.id, reservation, schedule, penalty, obligation, retained };
  });
  const ids = owing.map(({ id }) => id);
  const [moneys, mails] = await Promise.all([
    payments.readMoneys(ctx, owing),
    ids.length === 0 ? new Map<string, SentMail[]>() : notifications.listSentMails(ctx, ids),
  ]);
  return owing.flatMap((stay, index) => {
    const money = moneys[index];
    if (money === undefined) throw new Error('payments has not answered for each booking');
    const divided = divideMoney(stay.reservation, stay.penalty, money, stay.retained);
    return [{ ...stay, money, divided, mails: mails.get(stay.id) ?? [] }];
  });
}

/** No part ends within a pair of surrogates. */
function partsOf(content: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < content.length;) {
    const end = from + PART_LENGTH;
    const splitsPair = content.slice(end - 1, end + 1).codePointAt(0) ?? 0;
    const to = end < content.length && splitsPair > 0xff_ff ? end - 1 : end;
    parts.push(content.slice(from, to));
    from = to;
  }
  return parts;
}
