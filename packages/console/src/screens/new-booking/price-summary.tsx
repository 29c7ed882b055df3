import type { Quote, SearchResult } from '@lodging/client';
import { BillTable } from '../../desk/bill-table.tsx';
import { billOf } from '../../desk/bill-of-quote.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import css from './new-booking.module.css';
import type { Choice } from './offer-list.tsx';

interface PriceSummaryProps {
  readonly choice: Choice | null;
  /** The choice is not offered any more. */
  readonly isLapsed: boolean;
  /** Undefined while the offers are read. */
  readonly result: SearchResult | undefined;
  readonly quote: Quote | undefined;
  readonly error: unknown;
  /** The whole price is paid at the property, from the day of arrival on. */
  readonly paysThere: boolean;
  readonly onTryAgain: () => unknown;
}

/** The price of what is chosen, line by line, and what goes with it. */
export function PriceSummary(props: PriceSummaryProps) {
  const { newBooking: texts } = useTexts();
  const { choice, isLapsed, result, quote, error, paysThere, onTryAgain } = props;
  const isAwaited = choice !== null && !isLapsed && quote === undefined && error === null;
  return (
    <Section title={texts.price}>
      {choice === null && <p className="quiet">{texts.noChoice}</p>}
      {choice !== null && isLapsed && <p>{texts.lapsed}</p>}
      {isAwaited && <Skeleton rows={3} />}
      <Refusal error={error} onTryAgain={onTryAgain} />
      {choice !== null && result !== undefined && quote !== undefined && (
        <QuotedPrice {...{ result, quote, paysThere }} />
      )}
    </Section>
  );
}

interface QuotedPriceProps extends Pick<PriceSummaryProps, 'paysThere'> {
  readonly result: SearchResult;
  readonly quote: Quote;
}

function QuotedPrice({ result, quote, paysThere }: QuotedPriceProps) {
  const { newBooking: texts } = useTexts();
  const { time } = useFormats();
  const { resource } = result;
  const zone = resource.timezone;
  const plan = result.offers.find(({ ratePlanId }) => ratePlanId === quote.ratePlanId)?.name;
  return (
    <>
      <p>
        <strong>
          <bdi>{resource.name}</bdi>
        </strong>
        {plan && (
          <>
            {' · '}
            <bdi>{plan}</bdi>
          </>
        )}
        <br />
        <Day date={localDate(quote.from, zone)} /> – <Day date={localDate(quote.to, zone)} />
      </p>
      <BillTable bill={billOf(quote)} label={texts.price} />
      <Terms {...{ quote, paysThere }} timeZone={zone} />
      <p className="quiet small">{texts.validUntil(time(quote.expiresAt, zone))}</p>
    </>
  );
}

interface TermsProps extends Pick<QuotedPriceProps, 'quote' | 'paysThere'> {
  readonly timeZone: string;
}

function Terms({ quote, paysThere, timeZone }: TermsProps) {
  const { newBooking: texts, booking, policy } = useTexts();
  const { price, dateTime } = useFormats();
  const { cancellation, schedule, priceBreakdown } = quote;
  const { currency, totalMinorUnits } = priceBreakdown;
  const there = { purpose: 'stay', dueAt: quote.from, amountMinorUnits: totalMinorUnits } as const;
  return (
    <Facts>
      <Fact name={booking.cancellation}>
        {cancellation === null ? (
          policy.noPolicy
        ) : (
          <ul className={css.plain}>
            {cancellation.timeline.map(({ until, penaltyMinorUnits }) => (
              <li key={until}>
                {until === null ? booking.from : booking.until(dateTime(until, timeZone))}
                {': '}
                {booking.kept.toLowerCase()} {price(penaltyMinorUnits, currency)}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={texts.payable}>
        <ul className={css.plain}>
          {(paysThere ? [there] : schedule).map(({ purpose, dueAt, amountMinorUnits }) => (
            <li key={`${purpose} ${dueAt}`}>
              {booking.purposes[purpose] ?? purpose}: {price(amountMinorUnits, currency)}{' '}
              <Day date={localDate(dueAt, timeZone)} isShort />
            </li>
          ))}
        </ul>
      </Fact>
    </Facts>
  );
}
