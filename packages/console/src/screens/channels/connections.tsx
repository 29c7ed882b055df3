import type { ChannelConnection } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import { hostOf } from '../../domain/host-of.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { FromNow, Moment } from '../../ui/when.tsx';
import css from './channels.module.css';

/** Broken ones first. */
const ORDER = { error: 0, active: 1, paused: 2 } as const;
/** How often the time since a reading is written. */
const CLOCK_MS = 30_000;
/** How long after a request to read the outcome is looked for. */
const WATCHED_MS = [1_500, 5_000, 12_000];

export function Connections() {
  const { channels: texts } = useTexts();
  const { data, error, refetch } = useRead(connectionsQuery);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.emptyConnections}</p>}
      {data && data.length > 0 && <ConnectionTable connections={data} />}
    </>
  );
}

export function ConnectionTable({ connections }: { readonly connections: readonly ChannelConnection[] }) {
  const { channels: texts } = useTexts();
  return (
    <Table
      label={texts.connections}
      columns={[
        texts.name,
        texts.status,
        texts.lastGood,
        numbers(texts.events),
        numbers(texts.resources),
        numbers(texts.blocks),
        texts.next,
        { title: texts.action, isHidden: true },
      ]}
    >
      {connections
        .toSorted((a, b) => ORDER[a.status] - ORDER[b.status])
        .map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} />
        ))}
    </Table>
  );
}

function ConnectionRow({ connection }: { readonly connection: ChannelConnection }) {
  const { channels: texts } = useTexts();
  const { tenant } = useSession();
  const may = useMay();
  const { id, feedUrl, status, lastSuccessAt, eventCount, nextSyncAt } = connection;
  const { failingSince, quarantine, listings, blocks } = connection;
  const now = useNow(CLOCK_MS);
  return (
    <tr data-connection={id}>
      <td>
        <Link to="/channels/$id" params={{ id }} className={css.host}>
          <bdi>{hostOf(feedUrl)}</bdi>
        </Link>
        <Fault connection={connection} />
      </td>
      <td>
        <Chip kind={status === 'error' ? 'danger' : status === 'active' ? 'good' : 'plain'}>
          {texts.statuses[status]}
        </Chip>{' '}
        {quarantine !== null && <Chip kind="warn">{texts.inQuarantine}</Chip>}
        {failingSince !== null && (
          <span className={css.since}>
            {texts.failingSince} <Moment at={failingSince} timeZone={tenant.timezone} />
          </span>
        )}
      </td>
      <td>
        {lastSuccessAt === null ? (
          texts.never
        ) : (
          <FromNow at={lastSuccessAt} timeZone={tenant.timezone} now={now} />
        )}
      </td>
      <td className="number">{eventCount}</td>
      <td className="number">{listings}</td>
      <td className="number">{blocks}</td>
      <td>{nextSyncAt !== null && <Moment at={nextSyncAt} timeZone={tenant.timezone} isShort />}</td>
      <td className={css.actions}>{may('operate') && <ConnectionActions connection={connection} />}</td>
    </tr>
  );
}

/** A feed that lost most of its events at once frees no night before it is read again. */
function Fault({ connection }: { readonly connection: ChannelConnection }) {
  const { channels: texts } = useTexts();
  const { dateTime } = useFormats();
  const { tenant } = useSession();
  const { quarantine, lastError, lastSuccessAt, createdAt } = connection;
  if (quarantine === null && lastError === null) return null;
  const lost =
    quarantine &&
    texts.quarantine({
      before: quarantine.eventsBefore,
      lost: quarantine.eventsBefore - quarantine.eventsNow,
      at: dateTime(lastSuccessAt ?? createdAt, tenant.timezone),
    });
  return <span className={css.error}>{lost ?? <bdi>{lastError}</bdi>}</span>;
}

interface ConnectionActionsProps {
  readonly connection: ChannelConnection;
}

function ConnectionActions({ connection }: ConnectionActionsProps) {
  const { channels: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { read, toggle, end } = useConnectionWrites(connection);
  const host = hostOf(connection.feedUrl);
  const isPaused = connection.status === 'paused';
  const toggled = isPaused ? texts.resume(host) : texts.pause(host);
  return (
    <>
      {!isPaused && (
        <Button
          kind="quiet"
          aria-label={texts.readNow(host)}
          isBusy={read.isBusy}
          onPress={() => read.run(undefined)}
        >
          {shortOf(texts.readNow(host), host)}
        </Button>
      )}
      <Button kind="quiet" aria-label={toggled} isBusy={toggle.isBusy} onPress={() => toggle.run(undefined)}>
        {shortOf(toggled, host)}
      </Button>
      <Button kind="quiet" aria-label={texts.disconnect(host)} onPress={() => setOpen(true)}>
        {shortOf(texts.disconnect(host), host)}
      </Button>
      <Refusal error={read.error ?? toggle.error} />
      {isOpen && (
        <ConfirmDialog
          title={texts.disconnect(host)}
          words={texts.disconnectQuestion(connection.blocks)}
          confirm={texts.disconnect(host)}
          isBusy={end.isBusy}
          onConfirm={() => end.run(undefined)}
          onClose={() => setOpen(false)}
        >
          <Refusal error={end.error} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** Without the host, which the row shows already: it is in the name of the button for screen readers. */
const shortOf = (words: string, host: string): string =>
  words.slice(0, words.indexOf(host)).replace(/\s*:\s*$/, '');

function useConnectionWrites({ id, status }: ChannelConnection) {
  const { channels: texts } = useTexts();
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  const read = useWrite(() => lodging.channelConnections.sync(id), {
    says: () => texts.readStarted,
    after: () => {
      for (const wait of WATCHED_MS) setTimeout(() => void readAgain(), wait);
    },
  });
  const isPaused = status === 'paused';
  const toggle = useWrite(
    () => lodging.channelConnections.update(id, { status: isPaused ? 'active' : 'paused' }),
    { says: () => (isPaused ? texts.resumed : texts.paused), after: readAgain },
  );
  const end = useWrite(() => lodging.channelConnections.delete(id), {
    says: () => texts.disconnected,
    after: readAgain,
  });
  return { read, toggle, end };
}
