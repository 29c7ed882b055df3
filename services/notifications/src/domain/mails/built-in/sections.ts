import type { MailKind } from '../mail-kind.ts';
import type { Labels, Phrases } from '../phrases/phrases.ts';

/** A line of a mail. `label`, `value` and `note` are parts of a template. */
export interface Row {
  readonly label: string;
  readonly value: string;
  /** The condition under which the line is there. */
  readonly when?: string;
  /** The line is there for each `item` of a list. */
  readonly each?: { readonly item: string; readonly list: string };
  readonly isTotal?: boolean;
}

export interface Section {
  readonly title: string;
  readonly when?: string;
  readonly rows: readonly Row[];
  /** The values are amounts, which are not broken into two lines. */
  readonly hasAmounts?: boolean;
  /** A list of sentences. */
  readonly sentences?: string;
}

const variable = (name: string) => `{{ ${name} }}`;

/** The parts of a mail below its first words; text and HTML are both made from them. */
export function sectionsOf(kind: MailKind, { labels }: Phrases): readonly Section[] {
  const stay = staySection(labels);
  switch (kind) {
    case 'booking_cancelled':
      return [stay, endSection(labels)];
    case 'refund_sent':
      return [stay, refundSection(labels)];
    case 'payment_received':
      return [stay, priceSection(labels), paymentSection(labels)];
    default:
      return [stay, priceSection(labels), paymentSection(labels), termsSection(labels)];
  }
}

function staySection(labels: Labels): Section {
  const row = (label: string, name: string): Row => ({ label, value: variable(name), when: name });
  const moment = (label: string, word: string, name: string): Row => ({
    label,
    value: `${variable(`booking.${name}`)}, ${word} ${variable(`booking.${name}Time`)}`,
  });
  return {
    title: labels.stay,
    rows: [
      row(labels.reference, 'booking.reference'),
      moment(labels.arrival, labels.from, 'arrival'),
      moment(labels.departure, labels.until, 'departure'),
      row(labels.duration, 'booking.duration'),
      row(labels.room, 'booking.room'),
      row(labels.guests, 'booking.guests'),
    ],
  };
}

function priceSection(labels: Labels): Section {
  const note = `{% if line.included %} (${labels.included}){% elsif line.atProperty %} (${labels.atProperty}){% endif %}`;
  return {
    title: labels.price,
    hasAmounts: true,
    rows: [
      { label: labels.accommodation, value: variable('bill.accommodation'), when: 'bill.accommodation' },
      {
        label: `${variable('line.name')}${note}`,
        value: variable('line.amount'),
        each: { item: 'line', list: 'bill.lines' },
      },
      { label: labels.total, value: variable('bill.total'), isTotal: true },
      {
        label: labels.totalAtProperty,
        value: variable('bill.dueAtProperty'),
        when: 'bill.dueAtProperty',
      },
    ],
  };
}

function paymentSection(labels: Labels): Section {
  return {
    title: labels.payment,
    hasAmounts: true,
    rows: [
      { label: labels.paid, value: variable('payment.paid') },
      { label: labels.refunded, value: variable('payment.refunded'), when: 'payment.refunded' },
      { label: labels.due, value: variable('payment.due'), when: 'payment.due', isTotal: true },
      { label: labels.dueOn, value: variable('part.amount'), each: { item: 'part', list: 'payment.parts' } },
    ],
  };
}

function termsSection(labels: Labels): Section {
  return {
    title: labels.cancellation,
    when: 'cancellation.terms.size > 0',
    rows: [],
    sentences: 'cancellation.terms',
  };
}

function endSection(labels: Labels): Section {
  return {
    title: labels.cancellation,
    hasAmounts: true,
    rows: [
      { label: labels.fee, value: variable('cancellation.fee'), when: 'cancellation.fee' },
      { label: labels.paid, value: variable('payment.paid') },
      { label: labels.refund, value: variable('cancellation.refund'), when: 'cancellation.refund' },
      { label: labels.due, value: variable('cancellation.due'), when: 'cancellation.due', isTotal: true },
    ],
  };
}

function refundSection(labels: Labels): Section {
  return {
    title: labels.refund,
    hasAmounts: true,
    rows: [
      { label: labels.amount, value: variable('payment.amount'), isTotal: true },
      { label: labels.paid, value: variable('payment.paid') },
      { label: labels.refunded, value: variable('payment.refunded'), when: 'payment.refunded' },
    ],
  };
}
