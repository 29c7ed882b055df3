import type { listDueReminders, MailFacts as MailFactsWire } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import { wasConfirmed } from '../domain/money/obligation.ts';
import type { DueReminders, ReminderPage } from '../ports/mails.ts';
import type { MailedTerms, MailFacts } from '../use-cases/mails/read-mail-facts.ts';
import { cancellationToWire } from './cancellation.ts';
import { billToWire } from './stay.ts';

/** A mail reports the newest ones. */
const NEWEST = 50;

export function mailFactsToWire(facts: MailFacts): MailFactsWire {
  const { reservation, terms, schedule, room, cancellationTerms, cancellation } = facts;
  const { stay, total, occupancy, guestEmail, guestName } = reservation;
  const bill = terms?.bill ?? null;
  return {
    reservationId: reservation.id,
    reference: reservation.reference,
    state: reservation.state,
    version: reservation.version,
    wasConfirmed: wasConfirmed(reservation),
    guest: {
      email: guestEmail,
      name: guestName,
      language: reservation.guestLanguage,
      erased: facts.isErased,
    },
    room: room?.name ?? null,
    ...(room?.translations && { roomTranslations: room.translations }),
    isLodging: stay.roomTypeId !== null,
    startsAt: instantText(stay.window.from),
    endsAt: instantText(stay.window.to),
    timeZone: stay.timeZone,
    quantity: stay.quantity,
    adults: occupancy.adults,
    children: occupancy.children,
    currency: total.currency,
    totalMinorUnits: total.minorUnits.toString(),
    bill: bill && billToWire(bill),
    schedule: [...schedule],
    money: moneyToWire(facts.money),
    terms: cancellationTerms && termsToWire(cancellationTerms),
    cancellation: cancellation && cancellationToWire(cancellation),
    manageToken: facts.manageToken,
  };
}

function moneyToWire(money: MailFacts['money']): MailFactsWire['money'] {
  const { collectedMinorUnits, returnedMinorUnits, dueMinorUnits, payments, refunds } = money;
  return {
    collectedMinorUnits,
    returnedMinorUnits,
    dueMinorUnits,
    payments: payments
      .filter(({ state, returned }) => (state === 'succeeded' || state === 'refunded') && !returned)
      .slice(-NEWEST)
      .map(({ providerPaymentIntentId, purpose, amountMinorUnits, state }) => ({
        providerPaymentIntentId,
        purpose,
        amountMinorUnits,
        state,
      })),
    refunds: refunds
      .slice(-NEWEST)
      .map(({ id, amountMinorUnits, state }) => ({ id, amountMinorUnits, state })),
  };
}

function termsToWire({ timeline, noShowPenaltyMinorUnits }: MailedTerms): MailFactsWire['terms'] {
  return {
    timeline: timeline.map(({ until, penaltyMinorUnits }) => ({
      until: instantTextOrNull(until),
      penaltyMinorUnits: penaltyMinorUnits.toString(),
    })),
    noShowPenaltyMinorUnits: noShowPenaltyMinorUnits.toString(),
  };
}

export function listDueRemindersFromWire({
  after,
  until,
  ...page
}: RequestOf<typeof listDueReminders>): ReminderPage {
  return { ...page, after: Temporal.Instant.from(after), until: Temporal.Instant.from(until) };
}

export function dueRemindersToWire({ reminders, next }: DueReminders): ResponseOf<typeof listDueReminders> {
  return { reminders: [...reminders], next };
}
