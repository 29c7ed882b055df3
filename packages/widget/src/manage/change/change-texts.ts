import type { DateFault } from './days.ts';

/** The words for a change of dates, in one language. */
export interface ChangeTexts {
  readonly begin: string;
  readonly title: string;
  readonly check: string;
  readonly newStay: string;
  readonly nights: (count: number) => string;
  readonly oldPrice: string;
  readonly newPrice: string;
  readonly retained: string;
  readonly payNow: string;
  readonly more: (amount: string) => string;
  readonly less: (amount: string) => string;
  readonly same: string;
  readonly validUntil: (time: string) => string;
  readonly confirm: string;
  readonly confirmAndPay: (amount: string) => string;
  readonly keep: string;
  readonly changed: string;
  readonly alternatives: string;
  readonly option: (stay: string, difference: string) => string;
  readonly waiting: string;
  readonly payUntil: (stay: string, time: string) => string;
  readonly unpaid: string;
  /** Beside a date. */
  readonly faults: Readonly<Record<DateFault['kind'], string>>;
  /** Of `unavailable`. */
  readonly reasons: Readonly<Record<string, string>>;
  /** By the code of the refusal. */
  readonly refusals: Readonly<Record<string, string>>;
}
