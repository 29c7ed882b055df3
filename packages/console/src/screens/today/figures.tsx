import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { bookingRows } from '../../api/queries/bookings.ts';
import { nightsQuery } from '../../api/queries/metrics.ts';
import { useTexts } from '../../texts/use-texts.ts';
import css from './today.module.css';
import { useAttention } from './use-attention.ts';
import type { Day, Part } from './use-day.ts';

interface FiguresProps {
  readonly date: string;
  readonly day: Day;
}

const NEXT_DAYS = 14;

/** Six numbers, each a link to what it counts. */
export function Figures({ date, day }: FiguresProps) {
  const { today: texts } = useTexts();
  const figures = [...useListFigures(date, day), ...useOtherFigures(date, day)];
  return (
    <ul className={css.figures} aria-label={texts.figures}>
      {figures.map((figure) => (
        <li key={figure.name}>
          <FigureLink figure={figure} />
        </li>
      ))}
    </ul>
  );
}

function useListFigures(date: string, day: Day): Figure[] {
  const { today: texts } = useTexts();
  const { arrived, departed, stayingParts } = day;
  const isLoaded = (parts: readonly Part[]): boolean => parts.every((part) => part.isLoaded);
  const list = (name: string) => ({ to: '/' as const, search: { date, list: name }, hash: name });
  return [
    {
      name: texts.arrivals,
      value: isLoaded(day.arrivalParts) && texts.arrivalsFigure(arrived.done, arrived.all),
      link: list('arrivals'),
    },
    {
      name: texts.departures,
      value: isLoaded(day.departureParts) && texts.departuresFigure(departed.done, departed.all),
      link: list('departures'),
    },
    {
      name: texts.staying,
      value: isLoaded(stayingParts) && String(stayingParts[0]?.rows.length ?? 0),
      link: list('staying'),
    },
  ];
}

function useOtherFigures(date: string, day: Day): Figure[] {
  const { today: texts } = useTexts();
  const client = useQueryClient();
  const { data: nights } = useQuery(nightsQuery(date, NEXT_DAYS));
  const { data: unpaid } = useQuery(bookingRows(client, { balanceState: 'due' }));
  const { items } = useAttention(day);
  const tonight = nights?.find((one) => one.date === date);
  return [
    {
      name: texts.freeTonight,
      value: tonight && String(tonight.roomNightsAvailable - tonight.roomNightsSold),
      link: { to: '/', search: { date }, hash: 'next-days' },
    },
    {
      name: texts.unpaid,
      value: unpaid && `${unpaid.bookings.length}${unpaid.more ? '+' : ''}`,
      link: { to: '/bookings', search: { balance: 'due' } },
      isCalling: (unpaid?.bookings.length ?? 0) > 0,
    },
    {
      name: texts.attention,
      value: String(items.length),
      link: { to: '/', search: { date }, hash: 'attention' },
      isCalling: items.length > 0,
    },
  ];
}

interface Figure {
  readonly name: string;
  /** Nothing while it is read. */
  readonly value: string | false | undefined;
  readonly link: Pick<LinkProps, 'to' | 'search' | 'hash'>;
  readonly isCalling?: boolean;
}

function FigureLink({ figure: { name, value, link, isCalling } }: { readonly figure: Figure }) {
  const shown = value || '…';
  return (
    <Link
      {...link}
      className={css.figure}
      data-calling={isCalling || undefined}
      aria-label={`${name}, ${shown}`}
    >
      <span className={css.figureName}>{name}</span> <span className={css.figureValue}>{shown}</span>
    </Link>
  );
}
