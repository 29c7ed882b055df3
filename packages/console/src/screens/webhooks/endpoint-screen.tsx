import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/permissions.ts';
import { endpointQuery } from '../../api/queries/webhooks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import css from './webhooks.module.css';

const route = getRouteApi('/webhooks/$id');

export function EndpointScreen() {
  const { id } = route.useParams();
  const { webhooks: texts } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useQuery(endpointQuery(id));
  return (
    <Screen title={texts.title} actions={may('operate') && data && <EndpointActions id={id} />}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data && (
        <Facts>
          <Fact name={texts.address}>
            <bdi>{data.url}</bdi>
          </Fact>
          <Fact name={texts.status}>{data.enabled ? texts.on : texts.off}</Fact>
          <Fact name={texts.failures}>{data.failureCount}</Fact>
          <Fact name={texts.types}>
            <span className={css.types}>{data.eventTypes.join(', ')}</span>
          </Fact>
        </Facts>
      )}
      <Deliveries id={id} />
    </Screen>
  );
}
