import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Move } from '../../desk/move-dialog.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { StayRow } from './stay-row.tsx';
import type { StayRowProps } from './stay-row.tsx';
import css from './today.module.css';
import { useNewRows } from './use-new-rows.ts';
import type { Day, Part } from './use-day.ts';

interface DayTablesProps {
  readonly date: string;
  readonly today: string;
  readonly day: Day;
  /** Where the lists are tabs. */
  readonly selected: string;
  readonly onSelect: (list: string) => void;
  /** Undefined for whom the moves are not allowed. */
  readonly onMove: ((move: Move) => void) | undefined;
}

/** On paper there are all lists, however narrow it is. */
const WIDE = '(min-width: 68.75rem), print';

export function DayTables({ selected, onSelect, ...lists }: DayTablesProps) {
  const { today: texts } = useTexts();
  const isWide = useMedia(WIDE);
  const tables = useTables(lists);
  if (isWide)
    return (
      <div className={css.lists}>
        {tables.map(({ id, ...table }) => (
          <div key={id} id={id} className={css.list}>
            <Section title={table.title}>
              <DayTable {...table} />
            </Section>
          </div>
        ))}
      </div>
    );
  return (
    <Tabs
      label={texts.lists}
      selected={selected}
      onSelect={onSelect}
      tabs={tables.map(({ id, ...table }) => ({
        id,
        title: `${table.title} ${table.rows.length}`,
        content: <DayTable {...table} />,
      }))}
    />
  );
}

interface OneTable extends DayTableProps {
  readonly id: StayRowProps['list'];
}

function useTables({ date, today, day, onMove }: Omit<DayTablesProps, 'selected' | 'onSelect'>): OneTable[] {
  const { today: texts } = useTexts();
  const isToday = date === today;
  const ids = day.arrivals.map(({ row }) => row.id);
  const isLoaded = day.arrivalParts.every((part) => part.isLoaded);
  const fresh = useNewRows(`arrivals ${date}`, ids, isLoaded);
  // What is done is done today.
  const move = isToday ? onMove : undefined;
  const rowsOf = (list: StayRowProps['list'], stays: Day['arrivals']): StayRowProps[] =>
    stays.map((stay) => ({ stay, list, date, fresh, day, onMove: move }));
  return [
    {
      id: 'arrivals',
      title: texts.arrivals,
      parts: day.arrivalParts,
      empty: isToday ? texts.noArrivals : texts.noArrivalsOn,
      rows: rowsOf('arrivals', day.arrivals),
    },
    {
      id: 'departures',
      title: texts.departures,
      parts: day.departureParts,
      empty: isToday ? texts.noDepartures : texts.noDeparturesOn,
      rows: rowsOf('departures', day.departures),
    },
    {
      id: 'staying',
      title: texts.staying,
      parts: day.stayingParts,
      empty: texts.noneStaying,
      rows: rowsOf('staying', day.staying),
    },
  ];
}

interface DayTableProps {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly empty: string;
  readonly rows: readonly StayRowProps[];
}

function DayTable({ title, parts, empty, rows }: DayTableProps): ReactNode {
  const { today: texts } = useTexts();
  const failed = parts.filter(({ error }) => error !== null);
  const isLoaded = parts.every((part) => part.isLoaded);
  const partial = parts.find(({ more }) => more);
  return (
    <>
      <Refusal
        error={failed[0]?.error ?? null}
        onTryAgain={() => Promise.all(failed.map(({ readAgain }) => readAgain()))}
      />
      {!isLoaded && failed.length === 0 && <Skeleton />}
      {isLoaded && rows.length === 0 && <p className="quiet">{empty}</p>}
      {rows.length > 0 && (
        <Table
          label={title}
          columns={[
            texts.guest,
            texts.resource,
            texts.nights,
            texts.party,
            { title: texts.marks, isHidden: true },
            { title: texts.action, isHidden: true },
          ]}
        >
          {rows.map((row) => (
            <StayRow key={row.stay.row.id} {...row} />
          ))}
        </Table>
      )}
      {partial !== undefined && (
        <p>
          {texts.manyShown}{' '}
          <Link to="/bookings" search={partial.all}>
            {texts.all}
          </Link>
        </p>
      )}
    </>
  );
}
