import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { codeOf } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { bookingPages } from '../../api/queries/bookings.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useSession } from '../../api/session.ts';
import { failureOf } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BookingsTable } from './bookings-table.tsx';
import css from './bookings.module.css';
import { dateIn, filtersOf } from './filters.ts';
import type { BookingsSearch } from '../../app/search.ts';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { useCancelledOn } from './use-cancelled-on.ts';
import { useCsv } from './use-csv.ts';
import { Views } from './views.tsx';

const route = getRouteApi('/bookings');

export function BookingsScreen() {
  const { bookings: texts, common } = useTexts();
  const navigate = route.useNavigate();
  const [search, change] = useSearchAhead<BookingsSearch>(route.useSearch(), (changed) => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  });
  const csv = useCsv(search);
  return (
    <Screen
      title={texts.title}
      actions={
        <Button isBusy={csv.isBusy} onPress={csv.download}>
          {common.downloadCsv}
        </Button>
      }
    >
      <div className={css.screen}>
        <SearchField
          label={texts.search}
          hint={texts.searchHint}
          text={search.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <Views search={search} />
        <FilterPanel search={search} onChange={change} />
        <Refusal error={csv.error} onTryAgain={csv.download} />
        <FilterChips search={search} onChange={change} />
        <Rows search={search} />
      </div>
    </Screen>
  );
}

function Rows({ search }: { readonly search: BookingsSearch }) {
  const { bookings: texts, common } = useTexts();
  const client = useQueryClient();
  const { tenant } = useSession();
  const resources = useResources();
  const cancelled = useCancelledOn(dateIn(search.cancelledOn));
  const query = bookingPages(client, filtersOf(search, tenant.timezone));
  const list = useInfiniteQuery(query);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const { queryKey } = query;
  const isLost = codeOf(error) === 'invalid_cursor';
  useEffect(() => {
    // A cursor that the API does not know any more: the list begins again.
    if (isLost) void client.resetQueries({ queryKey });
    // oxlint-disable-next-line react/exhaustive-deps -- the key is another array each time.
  }, [isLost]);
  const states = search.state?.split(',');
  const rows = (cancelled.fits && data?.pages)
    ?.flatMap(({ bookings }) => bookings)
    // A booking that has left its state stays in a list until it is read again.
    .filter(({ state }) => states === undefined || states.includes(state))
    .filter((row) => cancelled.fits?.(row));
  const isFurther = rows?.length === 0 && hasNextPage && !isFetchingNextPage && error === null;
  useEffect(() => {
    // No row of the pages so far is of the day: it may be on the next one.
    if (isFurther) void fetchNextPage();
  }, [isFurther, fetchNextPage]);
  return (
    <>
      <Refusal error={isLost ? null : failureOf(list)} onTryAgain={() => refetch()} />
      <Refusal error={cancelled.error} onTryAgain={cancelled.readAgain} />
      {cancelled.isTooOld && <Notice kind="warn">{texts.cancelledTooOld}</Notice>}
      {rows === undefined && error === null && cancelled.error === null && <Skeleton rows={8} />}
      {rows?.length === 0 && !hasNextPage && <Empty isFiltered={Object.keys(search).length > 0} />}
      {rows !== undefined && (rows.length > 0 || hasNextPage) && (
        <>
          <BookingsTable rows={rows} resources={resources} />
          <div className={css.more}>
            <p className="quiet">{common.shown(rows.length, hasNextPage)}</p>
            {hasNextPage && (
              <Button isBusy={isFetchingNextPage} onPress={() => fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const { bookings: texts } = useTexts();
  const may = useMay();
  return (
    <p>
      {isFiltered ? texts.empty : texts.emptyAtAll}{' '}
      {isFiltered && <Link to="/bookings">{texts.showAll}</Link>}
      {!isFiltered && may('book') && <Link to="/new-booking">{texts.makeFirst}</Link>}
    </p>
  );
}
