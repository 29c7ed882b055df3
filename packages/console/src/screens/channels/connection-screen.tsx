import { getRouteApi, Link } from '@tanstack/react-router';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { useRead } from '../../api/use-read.ts';
import { hostOf } from '../../domain/host-of.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './channels.module.css';
import { ConnectionTable } from './connections.tsx';
import { Listings } from './listings.tsx';
import { Reads } from './reads.tsx';

const route = getRouteApi('/channels/$id');

/** One connection, as a link from elsewhere leads to it. */
export function ConnectionScreen() {
  const { id } = route.useParams();
  const { channels: texts } = useTexts();
  const { data, error, refetch } = useRead(connectionsQuery);
  const found = data?.filter((one) => one.id === id) ?? [];
  if (data !== undefined && found.length === 0)
    return (
      <Screen title={texts.nothingHere}>
        <Link to="/channels">{texts.connections}</Link>
      </Screen>
    );
  return (
    <Screen title={found[0] === undefined ? texts.title : hostOf(found[0].feedUrl)}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {found.map((connection) => (
        <div key={connection.id} className={css.stack}>
          <ConnectionTable connections={found} />
          <Listings id={id} />
          <Reads id={id} />
        </div>
      ))}
    </Screen>
  );
}
