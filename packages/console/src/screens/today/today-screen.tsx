import { addDays } from '@lodging/format';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useMay } from '../../api/permissions.ts';
import { useSession } from '../../api/session.ts';
import { MoveDialog } from '../../desk/move-dialog.tsx';
import type { Move } from '../../desk/move-dialog.tsx';
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
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useNow(CLOCK_MS);
  const today = todayIn(tenant.timezone);
  const tomorrow = addDays(today, 1);
  const date = search.date ?? today;
  const day = useDay(date, today);
  const [move, setMove] = useState<Move | null>(null);
  const may = useMay();
  const show = (isTomorrow: boolean): void => {
    void navigate({ search: (before) => ({ ...before, date: isTomorrow ? tomorrow : undefined }) });
  };
  return (
    <Screen
      title={texts.title}
      aside={
        <h2 className={css.date}>
          <Day date={date} /> <span className="quiet">{tenant.timezone.replaceAll('_', ' ')}</span>
        </h2>
      }
      actions={
        <>
          <Switch label={texts.tomorrow} isOn={date === tomorrow} onChange={show} />
          <Button onPress={() => print()}>{common.print}</Button>
        </>
      }
    >
      <Figures date={date} day={day} />
      <div className={css.columns}>
        <DayTables
          date={date}
          today={today}
          day={day}
          selected={search.list ?? 'arrivals'}
          onSelect={(list) => void navigate({ search: (before) => ({ ...before, list }), replace: true })}
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
