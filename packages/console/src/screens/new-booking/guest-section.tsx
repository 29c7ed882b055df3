import { useQuery } from '@tanstack/react-query';
import type { Alternative, Quote } from '@lodging/client';
import { useEffect, useState } from 'react';
import { paymentAccountQuery } from '../../api/queries/payment-account.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { BookRefusal, totalNow } from './book-refusal.tsx';
import type { Draft, PaymentChoice } from './draft.ts';
import { GuestFields } from './guest-fields.tsx';
import css from './new-booking.module.css';
import { ExemptionFields, PaymentFields } from './payment-fields.tsx';
import type { useBook } from './use-book.ts';

interface GuestSectionProps {
  readonly first: Draft;
  readonly stay: StayRequest;
  /** Undefined where no offer is chosen, or its price is on its way. */
  readonly quote: Quote | undefined;
  readonly book: ReturnType<typeof useBook>;
  readonly onAlternative: (alternative: Alternative) => void;
  /** How the stay is paid, as it is chosen. */
  readonly onPayment: (payment: PaymentChoice) => void;
}

export function GuestSection({ first, stay, quote, book, onAlternative, onPayment }: GuestSectionProps) {
  const { newBooking: texts, common } = useTexts();
  const { data: account } = useQuery(paymentAccountQuery);
  const [draft, setDraft] = useState(first);
  const { payment } = draft;
  useEffect(() => onPayment(payment), [onPayment, payment]);
  const [isIncomplete, setIncomplete] = useState(false);
  const suggested = account?.redirectOrigins[0] ?? '';
  const isMissing = !draft.hasNoEmail && draft.payment !== 'link' && draft.email.trim() === '';
  const agreed = totalNow(book.error) ?? quote?.priceBreakdown.totalMinorUnits;
  const submit = async (): Promise<void> => {
    setIncomplete(isMissing);
    if (isMissing || quote === undefined || agreed === undefined || book.isUnknown) return;
    const returnTo = draft.returnTo ?? suggested;
    await book.run({ draft, stay, quote, totalMinorUnits: agreed, returnTo });
  };
  const change = (changed: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changed }));
  const faults = new Map(useFieldFaults(book.error));
  if (isIncomplete && isMissing) faults.set('guestEmail', common.required);
  return (
    <Section title={texts.guest}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className={css.form} disabled={book.isUnknown}>
          <GuestFields draft={draft} onChange={change} faults={faults} />
          <PaymentFields
            draft={draft}
            onChange={change}
            fault={faults.get('successUrl')}
            suggested={suggested}
          />
          <ExemptionFields draft={draft} onChange={change} quote={quote} />
        </fieldset>
        <BookRefusal book={book} onAlternative={onAlternative} />
        <BookButton book={book} quote={quote} />
      </form>
    </Section>
  );
}

function BookButton({ book, quote }: Pick<GuestSectionProps, 'book' | 'quote'>) {
  const { newBooking: texts } = useTexts();
  const { price } = useFormats();
  const changed = totalNow(book.error);
  const words =
    changed !== undefined && quote !== undefined
      ? texts.bookFor(price(changed, quote.priceBreakdown.currency))
      : texts.book;
  return (
    <div>
      <Button
        type="submit"
        kind="accent"
        isBusy={book.isBusy}
        disabled={quote === undefined || book.isUnknown}
      >
        {words}
      </Button>
    </div>
  );
}
