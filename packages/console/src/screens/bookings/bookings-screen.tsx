import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { codeOf } from '../../api/lodging.ts';
import { bookingPages } from '../../api/queries/bookings.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BookingsTable } from './bookings-table.tsx';
import css from './bookings.module.css';
import { filtersOf } from './filters.ts';
import type { BookingsSearch } from '../../app/search.ts';
import { FilterPanel } from './filter-panel.tsx';
import { useCsv } from './use-csv.ts';
import { Views } from './views.tsx';

const route = getRouteApi('/bookings');

export function BookingsScreen() {
  const { bookings: texts, common } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: BookingsSearch): void => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  };
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
          key={search.q ?? ''}
          label={texts.search}
          hint={texts.searchHint}
          text={search.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <Views search={search} />
        <FilterPanel search={search} onChange={change} />
        <Refusal error={csv.error} onTryAgain={csv.download} />
        <Rows search={search} />
      </div>
    </Screen>
  );
}

function Rows({ search }: { readonly search: BookingsSearch }) {
  const { bookings: texts, common } = useTexts();
  const client = useQueryClient();
  const resources = useResources();
  const query = bookingPages(client, filtersOf(search));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  const { queryKey } = query;
  const isLost = codeOf(error) === 'invalid_cursor';
  useEffect(() => {
    // A cursor that the API does not know any more: the list begins again.
    if (isLost) void client.resetQueries({ queryKey });
    // oxlint-disable-next-line react/exhaustive-deps -- the key is another array each time.
  }, [isLost]);
  const states = search.state?.split(',');
  const rows = data?.pages
    .flatMap(({ bookings }) => bookings)
    // A booking that has left its state stays in a list until it is read again.
    .filter(({ state }) => states === undefined || states.includes(state));
  return (
    <>
      <Refusal error={isLost ? null : error} onTryAgain={() => refetch()} />
      {rows === undefined && error === null && <Skeleton rows={8} />}
      {rows?.length === 0 && <p>{Object.keys(search).length === 0 ? texts.emptyAtAll : texts.empty}</p>}
      {rows !== undefined && rows.length > 0 && (
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
