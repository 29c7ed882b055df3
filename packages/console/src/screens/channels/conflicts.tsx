import type { ChannelConflict } from '@lodging/client';
import { useQuery } from '@tanstack/react-query';
import { timeOfApi } from '../../api/clock.ts';
import { openConflictsQuery, resolvedConflictsQuery } from '../../api/queries/attention.ts';
import { useSession } from '../../api/session.ts';
import { failureOf, useRead } from '../../api/use-read.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WhoMay } from '../../ui/who-may.tsx';
import { ConflictRow } from './conflict-row.tsx';

interface ConflictsProps {
  readonly isResolved: boolean;
  readonly onSelect: (isResolved: boolean) => void;
}

/** What is sold here and elsewhere, and what was. */
export function Conflicts({ isResolved, onSelect }: ConflictsProps) {
  const { channels: texts } = useTexts();
  return (
    <Tabs
      label={texts.conflicts}
      selected={isResolved ? 'resolved' : 'open'}
      onSelect={(id) => onSelect(id === 'resolved')}
      tabs={[
        { id: 'open', title: texts.openOnes, content: <OpenConflicts /> },
        { id: 'resolved', title: texts.resolvedOnes, content: <ResolvedConflicts /> },
      ]}
    />
  );
}

function OpenConflicts() {
  const { channels: texts } = useTexts();
  const { tenant } = useSession();
  const { time } = useFormats();
  const query = useQuery(openConflictsQuery);
  const { data, refetch, dataUpdatedAt } = query;
  const error = failureOf(query);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && (
        <p>
          {texts.noConflicts} {texts.lastChecked(time(timeOfApi(dataUpdatedAt), tenant.timezone))}
        </p>
      )}
      {data && data.length > 0 && <WhoMay permission="house" />}
      <ConflictTable conflicts={data ?? []} />
    </>
  );
}

function ResolvedConflicts() {
  const { channels: texts } = useTexts();
  const { data, error, refetch } = useRead(resolvedConflictsQuery);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.noneResolved}</p>}
      <ConflictTable conflicts={data ?? []} />
    </>
  );
}

function ConflictTable({ conflicts }: { readonly conflicts: readonly ChannelConflict[] }) {
  const { channels: texts } = useTexts();
  if (conflicts.length === 0) return null;
  return (
    <Table
      label={texts.conflicts}
      columns={[
        texts.resource,
        texts.elsewhere,
        texts.here,
        texts.nights,
        { title: texts.action, isHidden: true },
      ]}
    >
      {conflicts.map((conflict) => (
        <ConflictRow key={conflict.id} conflict={conflict} />
      ))}
    </Table>
  );
}
