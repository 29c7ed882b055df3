import type { Pickup } from '@lodging/client';
import { toDecimal } from '@lodging/client';
import { addDays, startOfDate } from '@lodging/format';
import { pickupQuery } from '../../api/queries/metrics.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { amounts, csvOf } from '../../domain/csv.ts';
import type { Period } from '../../domain/period.ts';
import type { ReportsTexts } from '../../texts/reports/en.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PickupTable } from './pickup-table.tsx';
import css from './reports.module.css';

interface PickupSectionProps {
  readonly period: Period;
  /** A date of the property. */
  readonly since: string;
  readonly today: string;
  readonly onChange: (since: string) => void;
}

/** What is on the books now, and what was at the begin of a day. */
export function PickupSection({ period, since, today, onChange }: PickupSectionProps) {
  const { reports: texts } = useTexts();
  const { tenant } = useSession();
  const { data, error, refetch } = useRead(pickupQuery(period, startOfDate(since, tenant.timezone)));
  const choices = [
    [texts.yesterday, addDays(today, -1)],
    [texts.last7, addDays(today, -7)],
  ] as const;
  const currencies = data?.currencies ?? [];
  return (
    <Section
      title={texts.pickup}
      actions={
        currencies.length > 0 && (
          <Button onPress={() => saveText('pickup.csv', 'text/csv', csvOfPickup(currencies, texts))}>
            {texts.csvOf(texts.pickup)}
          </Button>
        )
      }
    >
      <div className={css.form}>
        <TextField
          label={texts.since}
          hint={texts.sinceHint}
          type="date"
          max={today}
          value={since}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
        />
        <div className={css.choices}>
          {choices.map(([title, date]) => (
            <Button key={title} kind="quiet" aria-pressed={date === since} onPress={() => onChange(date)}>
              {title}
            </Button>
          ))}
        </div>
      </div>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={6} />}
      {data && currencies.length === 0 && <p className="quiet">{texts.noPickup}</p>}
      {currencies.map((one) => (
        <PickedUp key={one.currency} {...one} isAlone={currencies.length === 1} />
      ))}
      {currencies.length > 0 && <PickupTable currencies={currencies} />}
    </Section>
  );
}

type InCurrency = Pickup['currencies'][number];

function PickedUp({ currency, days, isAlone }: InCurrency & { readonly isAlone: boolean }) {
  const { reports: texts } = useTexts();
  const formats = useFormats();
  const sum = (name: 'added' | 'lost'): string =>
    formats.number(days.reduce((total, day) => total + day[name], 0));
  const change = days.reduce(
    (total, { revenueMinorUnits, revenueThenMinorUnits }) =>
      total + BigInt(revenueMinorUnits) - BigInt(revenueThenMinorUnits),
    0n,
  );
  const revenue = `${change > 0n ? '+' : ''}${formats.price(change, currency)}`;
  return (
    <p>
      {!isAlone && <strong>{currency}: </strong>}
      {texts.pickedUp(sum('added'), sum('lost'), revenue)}
    </p>
  );
}

function csvOfPickup(currencies: readonly InCurrency[], texts: ReportsTexts): string {
  return csvOf(
    [
      texts.date,
      texts.currency,
      texts.onBooks,
      texts.asOfThen,
      texts.added,
      texts.lost,
      amounts(texts.revenue),
      amounts(texts.revenueThen),
    ],
    currencies.flatMap(({ currency, days }) =>
      days.map((day) => [
        day.date,
        currency,
        String(day.roomNights),
        String(day.roomNightsThen),
        String(day.added),
        String(day.lost),
        toDecimal(day.revenueMinorUnits, currency),
        toDecimal(day.revenueThenMinorUnits, currency),
      ]),
    ),
  );
}
