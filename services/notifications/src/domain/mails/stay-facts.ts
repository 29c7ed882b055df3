import type { Translated, Translations } from '@lodging/kernel';

/** A booking as a mail reports it, read when the mail is written. It is not stored. */
export interface StayFacts {
  readonly reservationId: string;
  readonly reference: string | null;
  readonly state: string;
  readonly version: number;
  readonly wasConfirmed: boolean;
  readonly guest: {
    readonly email: string | null;
    readonly name: string | null;
    readonly language: string | null;
    readonly erased: boolean;
  };
  readonly room: string | null;
  readonly roomTranslations?: Translations | undefined;
  /** Nights, and not a time of the day, is what the guest has booked. */
  readonly isLodging: boolean;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly quantity: number;
  readonly adults: number | null;
  readonly children: number;
  readonly currency: string;
  readonly totalMinorUnits: bigint;
  /** Null where the booking has none. */
  readonly bill: StayBill | null;
  readonly schedule: readonly { readonly amountMinorUnits: bigint; readonly dueAt: Temporal.Instant }[];
  readonly money: StayMoney;
  /** Null without a policy, and for a stay that cannot be cancelled. */
  readonly terms: StayTerms | null;
  readonly cancellation: EndedStay | null;
  /** Null where the guest has no page. */
  readonly manageToken: string | null;
}

export interface StayBill {
  readonly accommodationMinorUnits: bigint;
  readonly dueAtPropertyMinorUnits: bigint;
  readonly lines: readonly BillLine[];
}

export interface BillLine extends Translated {
  readonly name: string;
  readonly amountMinorUnits: bigint;
  /** It is part of the accommodation. */
  readonly included: boolean;
  readonly atProperty: boolean;
}

export interface StayMoney {
  readonly collectedMinorUnits: bigint;
  readonly returnedMinorUnits: bigint;
  readonly dueMinorUnits: bigint;
  readonly payments: readonly {
    readonly providerPaymentIntentId: string | null;
    readonly purpose: string;
    readonly amountMinorUnits: bigint;
  }[];
  readonly refunds: readonly { readonly id: string; readonly amountMinorUnits: bigint }[];
}

export interface StayTerms {
  readonly timeline: readonly {
    readonly until: Temporal.Instant | null;
    readonly penaltyMinorUnits: bigint;
  }[];
  readonly noShowPenaltyMinorUnits: bigint;
}

/** Amounts that are not known yet are null. */
export interface EndedStay {
  readonly penaltyMinorUnits: bigint;
  readonly refundMinorUnits: bigint | null;
  readonly dueMinorUnits: bigint | null;
}
