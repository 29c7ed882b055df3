import { addDays } from '@lodging/format';
import { useMemo, useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WhoMay } from '../../ui/who-may.tsx';
import { EditedGrid } from './edited-grid.tsx';
import type { GridView } from './grid/grid-view.ts';
import { NothingToPrice } from './nothing-to-price.tsx';
import { useGenericRates } from './use-generic-rates.ts';
import type { Pending } from './use-pending.ts';
import { GENERIC, useRates, useRoomTypes } from './use-rates.ts';
import type { NamedType, RateRow } from './use-rates.ts';
import { useResourceRows } from './use-resource-rows.ts';
import { ViewFields } from './view-fields.tsx';
import type { RatesSearch } from './view-fields.tsx';

interface NightsTabProps extends Dates {
  readonly search: RatesSearch;
  readonly change: (changed: RatesSearch) => void;
}

interface Dates {
  readonly from: string;
  readonly days: number;
  readonly view: GridView;
  readonly pending: Pending;
}

/** What each night costs and what is closed, by plan. */
export function NightsTab({ search, change, ...dates }: NightsTabProps) {
  const { prices } = useTexts();
  const { from, days } = dates;
  const { types, hasGeneric, isLoaded } = useRoomTypes();
  const shown = types.filter(({ id }) => search.roomType === undefined || id === search.roomType);
  const isGeneric = hasGeneric && (search.roomType === GENERIC || types.length === 0);
  const entries = hasGeneric ? [...types, { id: GENERIC, name: prices.generic }] : types;
  const key = `${from} ${days}`;
  return (
    <>
      <ViewFields search={search} types={entries} from={from} days={days} onChange={change} />
      <WhoMay permission="operate" />
      {isLoaded && entries.length === 0 && <NothingToPrice />}
      {!isLoaded && <Skeleton rows={8} />}
      {isGeneric && <GenericRates key={key} {...dates} onPlans={() => change({ tab: 'plans' })} />}
      {shown.length > 0 && <Rates key={key} types={shown} {...dates} />}
    </>
  );
}

const useDates = (from: string, days: number): readonly string[] =>
  useMemo(() => Array.from({ length: days }, (_, day) => addDays(from, day)), [from, days]);

function Rates({ types, ...shown }: Dates & { readonly types: readonly NamedType[] }) {
  const { from, days, view, pending } = shown;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const groups = useResourceRows(useRates(types, from, days), open, shown);
  const dates = useDates(from, days);
  const may = useMay();
  if (groups.every(({ isLoaded, error }) => !isLoaded && error === null)) return <Skeleton rows={8} />;
  const onOpen = ({ key }: RateRow): void =>
    setOpen((before) => (before.has(key) ? before.difference(new Set([key])) : before.union(new Set([key]))));
  return <EditedGrid {...{ groups, dates, view, pending, open, onOpen }} mayEdit={may('operate')} />;
}

/** They have one base price, and no plans: no night of theirs can have a price or a limit of its own. */
function GenericRates({ from, days, view, pending, onPlans }: Dates & { readonly onPlans: () => void }) {
  const { rates: texts, prices } = useTexts();
  const dates = useDates(from, days);
  const group = useGenericRates(dates);
  return (
    <>
      <p className="quiet">
        {texts.generic} <Button onPress={onPlans}>{prices.plansTab}</Button>
      </p>
      {group.isLoaded || group.error !== null ? (
        <EditedGrid groups={[group]} mayEdit={false} {...{ dates, view, pending }} />
      ) : (
        <Skeleton rows={8} />
      )}
    </>
  );
}
