import type { MailKind } from '../mail-kind.ts';

/** The words of the built-in templates in one language. Texts with `{{ … }}` are parts of a template. */
export interface Phrases {
  readonly subjects: Readonly<Record<MailKind, string>>;
  readonly titles: Readonly<Record<MailKind, string>>;
  readonly intros: Readonly<Record<MailKind, string>>;
  readonly greeting: string;
  readonly greetingWithoutName: string;
  /** Between a label and its value in plain text. */
  readonly colon: string;
  readonly labels: Labels;
  readonly manage: string;
  readonly question: string;
  readonly closing: string;
  readonly nights: (count: number) => string;
  readonly adults: (count: number) => string;
  readonly children: (count: number) => string;
  readonly terms: {
    readonly freeUntil: (until: string) => string;
    readonly feeUntil: (fee: string, until: string) => string;
    /** After the last deadline; `free` where cancelling never costs anything. */
    readonly feeAfterwards: (fee: string) => string;
    readonly feeAlways: (fee: string) => string;
    readonly freeAfterwards: string;
    readonly noShow: (fee: string) => string;
    readonly withoutPolicy: string;
  };
}

export interface Labels {
  readonly stay: string;
  readonly reference: string;
  readonly arrival: string;
  readonly departure: string;
  readonly from: string;
  readonly until: string;
  readonly duration: string;
  readonly guests: string;
  readonly room: string;
  readonly price: string;
  readonly accommodation: string;
  readonly included: string;
  readonly atProperty: string;
  readonly total: string;
  readonly totalAtProperty: string;
  readonly payment: string;
  readonly amount: string;
  readonly paid: string;
  readonly refunded: string;
  readonly due: string;
  readonly dueOn: string;
  readonly cancellation: string;
  readonly fee: string;
  readonly refund: string;
}

export function plural(language: string, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => `${count} ${rules.select(count) === 'one' ? one : other}`;
}
