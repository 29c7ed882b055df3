import { addDays, isDate } from '@lodging/format';
import { getRouteApi } from '@tanstack/react-router';
import { todayIn } from '../../api/clock.ts';
import { useSession } from '../../api/session.ts';
import { COMPARISONS, comparedWith, isPeriod, monthOf } from '../../domain/period.ts';
import type { Comparison, Period } from '../../domain/period.ts';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { DaysSection } from './days-section.tsx';
import { FiguresSection } from './figures-section.tsx';
import { PeriodForm, PrintedPeriod } from './period-form.tsx';
import { PickupSection } from './pickup-section.tsx';
import css from './reports.module.css';

const route = getRouteApi('/reports');

export interface ReportsSearch {
  readonly from?: string | undefined;
  /** The last day. */
  readonly to?: string | undefined;
  readonly compare?: string | undefined;
  readonly by?: string | undefined;
  readonly series?: string | undefined;
  readonly since?: string | undefined;
}

/** How full, at what rate, and what came since. */
export function ReportsScreen() {
  const { reports: texts, common } = useTexts();
  const { tenant } = useSession();
  const navigate = route.useNavigate();
  const [search, change] = useSearchAhead<ReportsSearch>(route.useSearch(), (changed) => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  });
  const today = todayIn(tenant.timezone);
  const month = monthOf(today);
  const period: Period = { from: dateOr(search.from, month.from), to: dateOr(search.to, month.to) };
  const comparison = comparisonOf(search.compare);
  return (
    <Screen title={texts.title} actions={<Button onPress={() => print()}>{common.print}</Button>}>
      <div className={css.screen}>
        <PeriodForm period={period} comparison={comparison} today={today} onChange={change} />
        {isPeriod(period) && (
          <>
            <PrintedPeriod {...period} />
            <FiguresSection period={period} compared={comparedWith(period, comparison)} />
            <DaysSection period={period} search={search} onChange={change} />
            <PickupSection
              period={period}
              since={dateOr(search.since, addDays(today, -1))}
              today={today}
              onChange={(since) => change({ since })}
            />
          </>
        )}
      </div>
    </Screen>
  );
}

function dateOr(text: string | undefined, otherwise: string): string {
  return text !== undefined && isDate(text) ? text : otherwise;
}

function comparisonOf(text: string | undefined): Comparison {
  return COMPARISONS.find((one) => one === text) ?? 'none';
}
