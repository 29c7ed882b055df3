import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { endpointsQuery } from '../../api/queries/attention.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';
import { AddEndpoint } from './add-endpoint.tsx';

export function WebhooksScreen() {
  const { webhooks: texts } = useTexts();
  const { tenant } = useSession();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(endpointsQuery);
  return (
    <Screen
      title={texts.title}
      actions={may('operate') && <Button onPress={() => setAdding(true)}>{texts.add}</Button>}
    >
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.empty}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.table}
          columns={[texts.address, texts.types, texts.status, numbers(texts.failures), texts.lastSuccess]}
        >
          {data.map((endpoint) => (
            <tr key={endpoint.id} data-endpoint={endpoint.id}>
              <td>
                <Link to="/webhooks/$id" params={{ id: endpoint.id }}>
                  <bdi>{endpoint.url}</bdi>
                </Link>
              </td>
              <td>{endpoint.eventTypes.length}</td>
              <td>
                <Chip kind={endpoint.enabled ? 'plain' : 'danger'}>
                  {endpoint.enabled ? texts.on : texts.off}
                </Chip>
              </td>
              <td className="number">{endpoint.failureCount}</td>
              <td>
                {endpoint.lastSuccessAt !== null && (
                  <Moment at={endpoint.lastSuccessAt} timeZone={tenant.timezone} />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isAdding && <AddEndpoint onClose={() => setAdding(false)} />}
    </Screen>
  );
}
