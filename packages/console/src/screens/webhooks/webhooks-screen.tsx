import type { WebhookEndpoint } from '@lodging/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { endpointsQuery } from '../../api/queries/attention.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';
import { WhoMay } from '../../ui/who-may.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { Deliveries } from './deliveries.tsx';
import { TestButton } from './test-button.tsx';

/** More types than these are counted. */
const MOST_NAMED = 3;

export function WebhooksScreen() {
  const { webhooks: texts } = useTexts();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useRead(endpointsQuery);
  return (
    <Screen
      title={texts.title}
      actions={
        may('operate') ? (
          <Button onPress={() => setAdding(true)}>{texts.add}</Button>
        ) : (
          <WhoMay permission="operate" />
        )
      }
    >
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.empty}</p>}
      {data && data.length > 0 && <Endpoints endpoints={data} />}
      {isAdding && <AddEndpoint onClose={() => setAdding(false)} />}
    </Screen>
  );
}

/** What became of a test event is shown below them. */
function Endpoints({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const { webhooks: texts } = useTexts();
  const [tested, setTested] = useState<string | null>(null);
  return (
    <>
      <Table
        label={texts.table}
        columns={[
          texts.address,
          texts.types,
          texts.status,
          numbers(texts.failures),
          texts.lastSuccess,
          { title: texts.action, isHidden: true },
        ]}
      >
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} onTested={() => setTested(endpoint.id)} />
        ))}
      </Table>
      {tested !== null && <Deliveries key={tested} id={tested} />}
    </>
  );
}

interface EndpointRowProps {
  readonly endpoint: WebhookEndpoint;
  readonly onTested: () => void;
}

function EndpointRow({ endpoint, onTested }: EndpointRowProps) {
  const { webhooks: texts } = useTexts();
  const { tenant } = useSession();
  const may = useMay();
  const { id, url, eventTypes, enabled, failureCount, lastSuccessAt } = endpoint;
  return (
    <tr data-endpoint={id}>
      <td>
        <Link to="/webhooks/$id" params={{ id }}>
          <bdi>{url}</bdi>
        </Link>
      </td>
      <td>{eventTypes.length > MOST_NAMED ? texts.typeCount(eventTypes.length) : eventTypes.join(', ')}</td>
      <td>
        <Chip kind={enabled ? 'plain' : 'danger'}>{enabled ? texts.on : texts.off}</Chip>
      </td>
      <td className="number">{failureCount}</td>
      <td>{lastSuccessAt !== null && <Moment at={lastSuccessAt} timeZone={tenant.timezone} />}</td>
      <td>{may('operate') && <TestButton id={id} kind="quiet" onSent={onTested} />}</td>
    </tr>
  );
}
