import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/permissions.ts';
import { deliveriesQuery, endpointQuery } from '../../api/queries/webhooks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { DeliveryRow } from './delivery-row.tsx';
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

function Deliveries({ id }: { readonly id: string }) {
  const { webhooks: texts, common } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(id),
  );
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  return (
    <Section title={texts.deliveries}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data && rows.length === 0 && <p className="quiet">{texts.noDeliveries}</p>}
      {rows.length > 0 && (
        <Table
          label={texts.deliveries}
          columns={[
            texts.event,
            texts.status,
            numbers(texts.tries),
            texts.when,
            { title: texts.action, isHidden: true },
          ]}
        >
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} endpointId={id} delivery={delivery} />
          ))}
        </Table>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onPress={() => fetchNextPage()}>
          {common.showMore}
        </Button>
      )}
    </Section>
  );
}
