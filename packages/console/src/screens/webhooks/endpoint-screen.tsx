import type { WebhookEndpoint } from '@lodging/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isNoSuch } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { endpointQuery } from '../../api/queries/webhooks.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Moment } from '../../ui/when.tsx';
import { Deliveries } from './deliveries.tsx';
import type { DeliveryStatus } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import css from './webhooks.module.css';

const route = getRouteApi('/webhooks/$id');
const STATUSES: readonly DeliveryStatus[] = ['pending', 'succeeded', 'dead'];

export function EndpointScreen() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { webhooks: texts } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useRead(endpointQuery(id));
  if (data === undefined && isNoSuch(error))
    return (
      <Screen title={texts.nothingHere}>
        <Link to="/webhooks">{texts.table}</Link>
      </Screen>
    );
  return (
    <Screen title={texts.title} actions={may('operate') && data && <EndpointActions endpoint={data} />}>
      <div className={css.stack}>
        <Refusal error={error} onTryAgain={() => refetch()} />
        {data === undefined && error === null && <Skeleton />}
        {data && <EndpointFacts endpoint={data} />}
        {data && (
          <Deliveries
            id={id}
            status={STATUSES.find((one) => one === search.status)}
            onStatus={(status) => void navigate({ search: { status }, replace: true })}
          />
        )}
      </div>
    </Screen>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhooks: texts } = useTexts();
  const { timezone } = useSession().tenant;
  const { url, enabled, eventTypes, failureCount, failingSince, lastError, lastSuccessAt } = endpoint;
  return (
    <Facts>
      <Fact name={texts.address}>
        <bdi>{url}</bdi>
      </Fact>
      <Fact name={texts.status}>{enabled ? texts.on : texts.off}</Fact>
      <Fact name={texts.failures}>{failureCount}</Fact>
      {failingSince !== null && (
        <Fact name={texts.failingSince}>
          <Moment at={failingSince} timeZone={timezone} />
        </Fact>
      )}
      {lastError !== null && (
        <Fact name={texts.lastError}>
          <bdi>{lastError}</bdi>
        </Fact>
      )}
      {lastSuccessAt !== null && (
        <Fact name={texts.lastSuccess}>
          <Moment at={lastSuccessAt} timeZone={timezone} />
        </Fact>
      )}
      <Fact name={texts.states.pending}>{endpoint.waiting}</Fact>
      <Fact name={texts.states.dead}>{endpoint.dead}</Fact>
      <Fact name={texts.types}>
        <span className={css.types}>{eventTypes.join(', ')}</span>
      </Fact>
    </Facts>
  );
}
