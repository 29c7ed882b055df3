import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Guest } from '@lodging/client';
import { guestPages } from '../../api/queries/guests.ts';
import type { GuestFilters } from '../../api/queries/guests.ts';
import { useSession } from '../../api/session.ts';
import { failureOf } from '../../api/use-read.ts';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import css from './guests.module.css';

const route = getRouteApi('/guests');

export function GuestsScreen() {
  const { guests: texts } = useTexts();
  const navigate = route.useNavigate();
  const [search, change] = useSearchAhead(route.useSearch(), (changed) => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  });
  const verified = search.verified === 'true' || search.verified === 'false' ? search.verified : undefined;
  return (
    <Screen title={texts.title}>
      <div className={css.screen}>
        <div className={css.filters}>
          <SearchField
            label={texts.search}
            hint={texts.searchHint}
            text={search.q ?? ''}
            onChange={(q) => change({ q })}
          />
          <SelectField
            label={texts.address}
            choices={[
              { value: '', label: texts.any },
              { value: 'true', label: texts.verified },
              { value: 'false', label: texts.unverified },
            ]}
            value={verified ?? ''}
            onChange={({ target }) => change({ verified: target.value || undefined })}
          />
        </div>
        <Rows filters={{ q: search.q, verified }} />
      </div>
    </Screen>
  );
}

function Rows({ filters }: { readonly filters: GuestFilters }) {
  const { guests: texts, common } = useTexts();
  const list = useInfiniteQuery(guestPages(filters));
  const { data, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const error = failureOf(list);
  const rows = data?.pages.flatMap(({ guests }) => guests);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {rows === undefined && error === null && <Skeleton rows={8} />}
      {rows?.length === 0 && <p>{isFiltered ? texts.empty : texts.emptyAtAll}</p>}
      {rows !== undefined && rows.length > 0 && (
        <>
          <div className={css.table}>
            <Table
              label={texts.title}
              columns={[texts.name, texts.email, texts.address, numbers(texts.stays), texts.lastStay]}
            >
              {rows.map((guest) => (
                <GuestRow key={guest.id} guest={guest} />
              ))}
            </Table>
          </div>
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

function GuestRow({ guest: { id, name, email, verifiedAt, staysCount, lastStayAt } }: { guest: Guest }) {
  const { guests: texts, common } = useTexts();
  const { tenant } = useSession();
  return (
    <tr data-row={id}>
      <td className={css.name}>
        <Link to="/guests/$id" params={{ id }}>
          <bdi>{name ?? common.noName}</bdi>
        </Link>
      </td>
      <td>
        <bdi>{email}</bdi>
      </td>
      <td>{verifiedAt !== null && <Chip kind="good">{texts.verified}</Chip>}</td>
      <td className="number">{staysCount}</td>
      <td>{lastStayAt !== null && <Day date={localDate(lastStayAt, tenant.timezone)} />}</td>
    </tr>
  );
}
