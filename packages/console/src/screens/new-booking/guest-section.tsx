import { useQuery } from '@tanstack/react-query';
import type { Quote } from '@lodging/client';
import { useState } from 'react';
import { codeOf } from '../../api/lodging.ts';
import { paymentAccountQuery } from '../../api/queries/payment-account.ts';
import { fieldFaults } from '../../api/refusal-words.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { Draft } from './draft.ts';
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
}

export function GuestSection({ first, stay, quote, book }: GuestSectionProps) {
  const { newBooking: texts, common } = useTexts();
  const { data: account } = useQuery(paymentAccountQuery);
  const [draft, setDraft] = useState(first);
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
  const faults = new Map(fieldFaults(book.error));
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
        <BookRefusal book={book} />
        <BookButton book={book} draft={draft} quote={quote} />
      </form>
    </Section>
  );
}

type BookProps = Pick<GuestSectionProps, 'book'>;

function BookButton({ book, draft, quote }: BookProps & Pick<GuestSectionProps, 'quote'> & { draft: Draft }) {
  const { newBooking: texts } = useTexts();
  const { price } = useFormats();
  const changed = totalNow(book.error);
  const words =
    changed !== undefined && quote !== undefined
      ? texts.bookFor(price(changed, quote.priceBreakdown.currency))
      : draft.payment === 'link'
        ? texts.makeLink
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

function BookRefusal({ book: { error, isBusy, isUnknown, run, sent } }: BookProps) {
  const { newBooking: texts } = useTexts();
  const { price } = useFormats();
  if (error === null || sent === null) return null;
  const tryAgain = () => run(sent);
  const changed = totalNow(error);
  if (changed !== undefined) {
    const { currency } = sent.quote.priceBreakdown;
    const words = texts.priceChanged(price(sent.totalMinorUnits, currency), price(changed, currency));
    return <Refusal error={error} words={words} />;
  }
  return (
    <Refusal error={error} onTryAgain={tryAgain} isBusy={isBusy}>
      <p>{isUnknown ? texts.notKnown : texts.nothingBooked}</p>
    </Refusal>
  );
}

/** The total of a price that has changed since it was shown. */
function totalNow(error: unknown): string | undefined {
  if (codeOf(error) !== 'price_changed') return undefined;
  return (error as { readonly totalMinorUnits?: string }).totalMinorUnits;
}
