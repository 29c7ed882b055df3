import { useInfiniteQuery } from '@tanstack/react-query';
import { deliveriesQuery } from '../../api/queries/webhooks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { DeliveryRow } from './delivery-row.tsx';

/** The newest first, with each of their tries. */
export function Deliveries({ id }: { readonly id: string }) {
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
