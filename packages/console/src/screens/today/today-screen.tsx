import { addDays, isDate } from '@lodging/format';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useMay } from '../../api/permissions.ts';
import { useSession } from '../../api/session.ts';
import { MoveDialog } from '../../desk/move-dialog.tsx';
import type { Move } from '../../desk/move-dialog.tsx';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields/field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Day } from '../../ui/when.tsx';
import { Attention } from './attention.tsx';
import { DayTables } from './day-tables.tsx';
import { Figures } from './figures.tsx';
import { Holds } from './holds.tsx';
import { NextDays } from './next-days.tsx';
import css from './today.module.css';
import { useDay } from './use-day.ts';

const route = getRouteApi('/');
const CLOCK_MS = 30_000;

export function TodayScreen() {
  const { today: texts, common } = useTexts();
  const { tenant } = useSession();
  const navigate = route.useNavigate();
  const [search, change] = useSearchAhead(route.useSearch(), (changed) => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: 'list' in changed });
  });
  useNow(CLOCK_MS);
  const today = todayIn(tenant.timezone);
  const tomorrow = addDays(today, 1);
  const date = search.date !== undefined && isDate(search.date) ? search.date : today;
  const day = useDay(date, today);
  const [move, setMove] = useState<Move | null>(null);
  const may = useMay();
  const show = (isTomorrow: boolean): void => {
    change({ date: isTomorrow ? tomorrow : undefined });
  };
  return (
    <Screen
      title={texts.title}
      aside={<DateHeading date={date} timeZone={tenant.timezone} />}
      actions={
        <>
          <Switch label={texts.tomorrow} isOn={date === tomorrow} onChange={show} />
          <Button onPress={() => print()}>{common.print}</Button>
        </>
      }
    >
      <WhoMay />
      <Figures date={date} day={day} />
      <div className={css.columns}>
        <DayTables
          date={date}
          today={today}
          day={day}
          selected={search.list ?? 'arrivals'}
          onSelect={(list) => change({ list })}
          onMove={may('book') ? setMove : undefined}
        />
        <div className={css.side}>
          <Attention day={day} />
          <Holds />
          <NextDays from={date} />
        </div>
      </div>
      {move !== null && <MoveDialog move={move} onClose={() => setMove(null)} />}
    </Screen>
  );
}

function DateHeading({ date, timeZone }: { readonly date: string; readonly timeZone: string }) {
  return (
    <h2 className={css.date}>
      <Day date={date} /> <span className="quiet">{timeZone.replaceAll('_', ' ')}</span>
    </h2>
  );
}

function WhoMay() {
  const { today: texts } = useTexts();
  const may = useMay();
  return may('book') ? null : <p className="quiet screen-only">{texts.whoMay}</p>;
}
