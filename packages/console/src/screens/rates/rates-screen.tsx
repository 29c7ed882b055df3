import { addDays, isDate } from '@lodging/format';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useMay } from '../../api/permissions.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { RateGrid } from './grid/rate-grid.tsx';
import type { GridView, Layer } from './grid/grid-view.ts';
import { PlansTab } from './plans/plans-tab.tsx';
import css from './rates.module.css';
import { ReviewDialog } from './review-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useEdits } from './use-edits.ts';
import type { Length } from './use-edits.ts';
import { gridKeys } from './grid/use-grid-keys.ts';
import { usePending } from './use-pending.ts';
import type { Pending } from './use-pending.ts';
import { useRates, useRoomTypes } from './use-rates.ts';
import type { NamedType, RateGroup } from './use-rates.ts';
import { useSelection } from './use-selection.ts';
import { LAYERS, SPANS, ViewFields } from './view-fields.tsx';
import type { RatesSearch } from './view-fields.tsx';

const route = getRouteApi('/rates');
const FIRST_SPAN = 60;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export function RatesScreen() {
  const { rates: texts, prices } = useTexts();
  const may = useMay();
  const address = useRatesSearch();
  const { search, change } = address;
  const pending = usePending();
  const [isReviewed, setReviewed] = useState(false);
  const count = pending.cells.size;
  const plans = <PlansTab roomType={search.roomType} onRoomType={(roomType) => change({ roomType })} />;
  return (
    <Screen
      title={texts.title}
      aside={count > 0 && <strong>{texts.unsaved(count)}</strong>}
      actions={
        may('operate') && (
          <Button
            kind={count > 0 ? 'accent' : 'plain'}
            disabled={count === 0}
            onPress={() => setReviewed(true)}
          >
            {texts.review}
          </Button>
        )
      }
    >
      <Tabs
        label={prices.tabs}
        selected={search.tab === 'plans' ? 'plans' : 'nights'}
        onSelect={(tab) => change({ tab: tab === 'plans' ? tab : undefined })}
        tabs={[
          { id: 'nights', title: prices.nightsTab, content: <Nights {...address} pending={pending} /> },
          { id: 'plans', title: prices.plansTab, content: plans },
        ]}
      />
      {isReviewed && <ReviewDialog pending={pending} onClose={() => setReviewed(false)} />}
      <LeaveDialog isPending={count > 0} />
    </Screen>
  );
}

type NightsProps = ReturnType<typeof useRatesSearch> & { readonly pending: Pending };

function Nights({ search, from, days, view, change, pending }: NightsProps) {
  const { rates: texts } = useTexts();
  const may = useMay();
  const { types, isLoaded } = useRoomTypes();
  const shown = types.filter(({ id }) => search.roomType === undefined || id === search.roomType);
  return (
    <>
      <ViewFields search={search} types={types} from={from} days={days} onChange={change} />
      {!may('operate') && <p className="quiet">{texts.mayNot}</p>}
      {isLoaded && types.length === 0 && <p>{texts.empty}</p>}
      {!isLoaded && <Skeleton rows={8} />}
      {shown.length > 0 && (
        <Rates key={`${from} ${days}`} types={shown} from={from} days={days} view={view} pending={pending} />
      )}
    </>
  );
}

function useRatesSearch() {
  const { tenant } = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return {
    search,
    from: isDate(search.from ?? '') ? (search.from ?? '') : todayIn(tenant.timezone),
    days: SPANS.find((span) => String(span) === search.days) ?? FIRST_SPAN,
    view: useView(search.layer, search.sees === 'guest'),
    change: (changed: RatesSearch): void => {
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
    },
  };
}

/** One object as long as it is the same, so that nights are not drawn again. */
function useView(layer: string | undefined, isSelling: boolean): GridView {
  const known: Layer = LAYERS.find((one) => one === layer) ?? 'both';
  return useMemo(() => ({ layer: known, isSelling }), [known, isSelling]);
}

interface RatesProps {
  readonly types: readonly NamedType[];
  readonly from: string;
  readonly days: number;
  readonly view: GridView;
  readonly pending: Pending;
}

function Rates({ types, from, days, ...rest }: RatesProps) {
  const groups = useRates(types, from, days);
  const dates = useMemo(() => Array.from({ length: days }, (_, day) => addDays(from, day)), [from, days]);
  if (groups.every(({ isLoaded, error }) => !isLoaded && error === null)) return <Skeleton rows={8} />;
  return <EditedGrid groups={groups} dates={dates} {...rest} />;
}

interface EditedGridProps extends Pick<RatesProps, 'view' | 'pending'> {
  readonly groups: readonly RateGroup[];
  readonly dates: readonly string[];
}

function EditedGrid({ groups, dates, view, pending }: EditedGridProps) {
  const may = useMay();
  const mayEdit = may('operate');
  const rows = groups.flatMap((group) => group.rows);
  const [weekdays, setWeekdays] = useState<readonly number[]>(EVERY_DAY);
  const [typed, setTyped] = useState<string | null>(null);
  const [length, setLength] = useState<Length | null>(null);
  const selection = useSelection({ row: rows.length, column: dates.length });
  const edits = useEdits({ rows, weekdays, selection, pending });
  const clipboard = useClipboard({ rows, selection, pending, mayEdit });
  const onKeyDown = gridKeys({
    selection,
    edits: mayEdit ? edits : null,
    onType: setTyped,
    onLimit: setLength,
  });
  return (
    <div className={css.screen}>
      {mayEdit && (
        <Toolbar
          edits={edits}
          weekdays={weekdays}
          onWeekdays={setWeekdays}
          onPrice={() => setTyped('')}
          onLimit={setLength}
        />
      )}
      <RateGrid
        groups={groups}
        dates={dates}
        view={view}
        pending={pending.cells}
        selection={selection}
        typed={typed}
        onKeyDown={onKeyDown}
        onType={setTyped}
        onTyped={edits.type}
        {...clipboard}
      />
      {length !== null && (
        <LimitDialog
          length={length}
          count={edits.count}
          onSet={(nights) => edits.limit(length, nights)}
          onClose={() => setLength(null)}
        />
      )}
    </div>
  );
}
