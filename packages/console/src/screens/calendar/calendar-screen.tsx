import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useSession } from '../../api/session.ts';
import { MoveStayDialog } from '../../desk/stay-change/move-stay-dialog.tsx';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './calendar.module.css';
import { CalendarArea } from './calendar-area.tsx';
import { windowOf } from './calendar-search.ts';
import type { CalendarSearch } from './calendar-search.ts';
import { useBarWords } from './chart/use-bar-words.ts';
import { Legend } from './legend.tsx';
import { Reasons } from './reasons.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCalendar } from './use-calendar.ts';
import { useMoves } from './use-moves.ts';

const route = getRouteApi('/calendar');
const NARROW = '(max-width: 45rem)';
const HOLDS_MS = 15_000;

export function CalendarScreen() {
  const { calendar: texts } = useTexts();
  const { tenant } = useSession();
  const at = useNow(HOLDS_MS);
  const today = todayIn(tenant.timezone);
  const { search, change, window } = useAddress(today);
  const isNarrow = useMedia(NARROW);
  const isList = isNarrow || search.list !== undefined;
  const calendar = useCalendar(search, window, isList);
  const words = useBarWords(today);
  const moves = useMoves({ search, window, change, rows: calendar.rows, words });
  const [moved, setMoved] = [moves.moved, moves.setMoved];
  return (
    <Screen title={texts.title}>
      <div className={css.screen}>
        <Toolbar
          {...{ search, window, today, isList }}
          onList={isNarrow ? undefined : (isOn) => change({ list: isOn ? 'yes' : undefined })}
          onChange={change}
        />
        <Reasons reason={moves.reason} error={moves.blockError} />
        <Emptiness calendar={calendar} />
        <CalendarArea {...{ calendar, search, window, words, today, at, isList, moves, change }} />
        {!isList && <Legend hasPrices={search.prices !== undefined} />}
      </div>
      {moved !== null && (
        <MoveStayDialog bookingId={moved.id} target={moved.drop} onClose={() => setMoved(null)} />
      )}
    </Screen>
  );
}

function useAddress(today: string) {
  const navigate = route.useNavigate();
  const write = useCallback(
    (changed: CalendarSearch): void => {
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
    },
    [navigate],
  );
  const [search, change] = useSearchAhead<CalendarSearch>(route.useSearch(), write);
  const { from, days } = search;
  const window = useMemo(() => windowOf({ from, days }, today), [from, days, today]);
  return { search, change, window };
}

function Emptiness({ calendar }: { readonly calendar: ReturnType<typeof useCalendar> }) {
  const { calendar: texts } = useTexts();
  if (!calendar.resources.isLoaded) return <Skeleton rows={12} />;
  if (calendar.isEmpty)
    return (
      <p>
        {texts.nothing} <Link to="/settings">{texts.toSettings}</Link>
      </p>
    );
  return calendar.rows.length === 0 ? <p>{texts.nothingFound}</p> : null;
}
