import type { WebhookDelivery } from '@lodging/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { deliveriesQuery } from '../../api/queries/webhooks.ts';
import { failureOf } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import css from './webhooks.module.css';

export type DeliveryStatus = WebhookDelivery['status'];

interface DeliveriesProps {
  readonly id: string;
  /** Those alone; undefined is all. */
  readonly status?: DeliveryStatus | undefined;
  readonly onStatus?: (status: DeliveryStatus | undefined) => void;
}

/** The newest first, with each of their tries. */
export function Deliveries({ id, status, onStatus }: DeliveriesProps) {
  const { webhooks: texts, common } = useTexts();
  const log = useInfiniteQuery(deliveriesQuery(id, status));
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = log;
  const error = failureOf(log);
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  return (
    <Section title={texts.deliveries}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {onStatus && <StatusFilter status={status} onStatus={onStatus} />}
      {data === undefined && error === null && <Skeleton />}
      {data && rows.length === 0 && <p className="quiet">{texts.noDeliveries}</p>}
      {rows.length > 0 && (
        <>
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
          <p className="quiet">{common.shown(rows.length, hasNextPage)}</p>
        </>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onPress={() => fetchNextPage()}>
          {common.showMore}
        </Button>
      )}
    </Section>
  );
}

function StatusFilter({ status, onStatus }: Required<Pick<DeliveriesProps, 'status' | 'onStatus'>>) {
  const { webhooks: texts } = useTexts();
  const states = Object.entries(texts.states) as [DeliveryStatus, string][];
  return (
    <div className={css.filter}>
      <SelectField
        label={texts.status}
        choices={[
          { value: '', label: texts.allStates },
          ...states.map(([value, label]) => ({ value, label })),
        ]}
        value={status ?? ''}
        onChange={({ target }) => onStatus(states.find(([value]) => value === target.value)?.[0])}
      />
    </div>
  );
}
