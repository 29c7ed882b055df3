import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { RARELY_CHANGED_MS, resourcesQuery } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { ResourceDialog } from './resource/resource-dialog.tsx';
import css from './settings.module.css';

/** Those off sale, which no other list has. */
const archivedQuery = queryOptions({
  queryKey: [...resourcesQuery.queryKey, 'archived'],
  queryFn: ({ signal }) => lodging.resources.list({ archived: 'true', limit: 100 }, { signal }).all(),
  staleTime: RARELY_CHANGED_MS,
});

export function Resources() {
  const { settings: texts } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useRead(resourcesQuery);
  const { data: archived = [] } = useQuery(archivedQuery);
  const [edited, setEdited] = useState<ResourceRecord | 'new' | null>(null);
  const rows = data && [...data, ...archived];
  return (
    <Section
      title={texts.resources}
      actions={may('operate') && <Button onPress={() => setEdited('new')}>{texts.addResource}</Button>}
    >
      <Refusal error={error} onTryAgain={() => refetch()} />
      {rows === undefined && error === null && <Skeleton />}
      {rows?.length === 0 && <p>{texts.noResources}</p>}
      {rows && rows.length > 0 && (
        <Table
          label={texts.resources}
          columns={[
            texts.resource,
            texts.roomType,
            numbers(texts.units),
            texts.plans,
            { title: texts.action, isHidden: true },
          ]}
        >
          {rows.map((resource) => (
            <ResourceRow key={resource.id} resource={resource} onEdit={() => setEdited(resource)} />
          ))}
        </Table>
      )}
      {edited !== null && (
        <ResourceDialog resource={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

interface ResourceRowProps {
  readonly resource: ResourceRecord;
  readonly onEdit: () => void;
}

function ResourceRow({ resource, onEdit }: ResourceRowProps) {
  const { settings: texts } = useTexts();
  const may = useMay();
  const { id, name, roomType, units, ratePlans, archivedAt } = resource;
  return (
    <tr data-row={id}>
      <td>
        <bdi>{name}</bdi> {archivedAt !== null && <Chip>{texts.archived}</Chip>}
      </td>
      <td>
        <bdi>{roomType?.name}</bdi>
      </td>
      <td className="number">{units}</td>
      <td>
        <bdi>{ratePlans.map((plan) => plan.name).join(', ')}</bdi>
      </td>
      <td className={css.actions}>
        {may('operate') && (
          <>
            <Button kind="quiet" onPress={onEdit}>
              {texts.change} <span className="hidden">{name}</span>
            </Button>
            <ArchiveButton resource={resource} />
          </>
        )}
      </td>
    </tr>
  );
}
