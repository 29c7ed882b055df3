import type { ChangeTexts } from './change/change-texts.ts';

/** The words of one language. */
export interface ManageTexts {
  readonly title: string;
  readonly bookingNumber: string;
  readonly arrival: string;
  readonly departure: string;
  readonly room: string;
  readonly guests: string;
  readonly adults: (count: number) => string;
  readonly children: (count: number) => string;
  readonly state: string;
  readonly states: Readonly<Record<string, string>>;
  readonly price: string;
  readonly accommodation: string;
  readonly included: string;
  readonly payAtProperty: string;
  readonly total: string;
  readonly payments: string;
  readonly paid: string;
  readonly refunded: string;
  readonly dueNow: string;
  readonly dueOn: (date: string) => string;
  readonly pay: (amount: string) => string;
  readonly cancellation: string;
  readonly withoutPolicy: string;
  readonly free: string;
  readonly costs: (fee: string) => string;
  readonly until: (date: string, what: string) => string;
  readonly afterwards: (what: string) => string;
  readonly always: (what: string) => string;
  readonly cancel: string;
  readonly cancelTitle: string;
  readonly cancelFee: string;
  readonly cancelRefund: string;
  readonly cancelDue: string;
  readonly cancelConfirm: string;
  readonly keep: string;
  readonly penaltyChanged: string;
  readonly cancelled: string;
  readonly fee: string;
  readonly change: ChangeTexts;
  readonly contact: string;
  readonly linkTitle: string;
  readonly linkWhy: string;
  readonly linkInvalid: string;
  readonly email: string;
  readonly send: string;
  readonly linkSent: string;
  readonly wait: string;
  readonly retry: string;
  readonly retryIn: (seconds: number) => string;
  readonly notConfigured: string;
  /** By the code of the refusal. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly otherRefusal: (code: string) => string;
}
